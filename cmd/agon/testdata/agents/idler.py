"""It does nothing."""
