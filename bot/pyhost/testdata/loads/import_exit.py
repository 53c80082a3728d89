"""A module that ends the program while it is loaded."""

import sys

sys.exit(4)
