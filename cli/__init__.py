"""The prompt and the verbs of the command line."""
