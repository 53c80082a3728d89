# Reads a bot's main file and the bot's modules that it imports at its top, and compiles them without running any. For Python 2 and 3.
import sys
sys.path[:1] = []  # the bot's folder
import ast
import os


def modules(tree, folder, top):
    """The paths, without their endings, of what may be the bot's modules."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for name in node.names:
                yield os.path.join(top, *name.name.split('.'))
        elif isinstance(node, ast.ImportFrom):
            base = top
            if node.level:
                base = os.path.join(folder, *['..'] * (node.level - 1))
            base = os.path.join(base, *(node.module or '').split('.'))
            yield base
            for name in node.names:
                yield os.path.join(base, name.name)


def check(entry):
    top, queue, seen = os.path.dirname(entry), [entry], set()
    while queue:
        name = os.path.normpath(queue.pop())
        if name in seen or not os.path.isfile(name):
            continue
        seen.add(name)
        with open(name, 'rb') as f:
            text = f.read()
        tree = compile(text, name, 'exec', ast.PyCF_ONLY_AST, True)
        compile(text, name, 'exec', 0, True)
        for path in modules(tree, os.path.dirname(name), top):
            if os.path.dirname(path) != top or os.path.basename(path) not in sys.builtin_module_names:
                queue += [path + '.py', os.path.join(path, '__init__.py')]


try:
    check(sys.argv[1])
except (SyntaxError, ValueError) as e:
    import traceback
    sys.stderr.write(''.join(traceback.format_exception_only(type(e), e)))
    sys.exit(1)
except Exception:
    pass  # what only this program cannot do is no fault of the bot
