# Which modules a program of Python imports. It runs before check.py and names.py, for Python 2 and 3.
import sys
sys.path[:] = [place for place in sys.path if place]  # not the bot's folder
import ast


def imports(nodes):
    """Yields what imports may load: the number of leading dots, and a dotted name, of which the last part may be no module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield 0, name.name
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                yield node.level or 0, (node.module + '.' if node.module else '') + name.name
        elif isinstance(node, ast.Call) and node.args and called(node.func) in ('import_module', '__import__'):
            name = getattr(node.args[0], 'value', getattr(node.args[0], 's', None))
            if isinstance(name, str):
                yield len(name) - len(name.lstrip('.')), name.lstrip('.')


def called(function):
    return getattr(function, 'attr', getattr(function, 'id', ''))
