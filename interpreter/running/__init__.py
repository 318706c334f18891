"""What compiled rules run on."""
