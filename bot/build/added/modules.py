# Prints the version of an interpreter and its packages.
import sys
sys.path[:] = [place for place in sys.path if place]  # not the folder in which it was started
try:
    from importlib.metadata import distributions
    names = [d.metadata["Name"] for d in distributions()]
except ImportError:
    try:
        import pkg_resources
        names = [d.project_name for d in pkg_resources.working_set]
    except ImportError:
        names = []
sys.stdout.write("%d.%d " % sys.version_info[:2] + " ".join(n for n in names if n))
