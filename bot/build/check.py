# Reads a bot's main file and the bot's modules that it imports at its top, and compiles them without running any. After imports.py.
import os


def modules(tree, folder, top):
    """The paths, without their endings, of what may be the bot's modules."""
    for dots, name in imports(tree.body):
        place = os.path.join(folder, *['..'] * (dots - 1)) if dots else top
        for part in name.split('.'):
            place = os.path.join(place, part)
            yield place


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
