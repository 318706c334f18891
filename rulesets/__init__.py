"""The rulesets: rule text and its manifests, nothing else."""
