"""A module that prints, and hides its own error behind it."""

print("warming up " * 3)
import robots.nowhere.at_all
