"""A module that raises while it is loaded."""

raise RuntimeError("no such weather")
