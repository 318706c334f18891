"""Plain text for tables, standings and the rules reference."""
