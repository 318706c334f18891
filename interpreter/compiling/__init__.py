"""The checked program compiled to Python."""
