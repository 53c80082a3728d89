# Reads sources of Python from standard input, each in a line of base64, and writes for each a line of JSON: what it imports, its string
# literals that may be names of files, and whether it defines a name. Nothing of them runs. After imports.py.
import base64
import json

LOCAL = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def defined(nodes):
    """Yields every name that a source defines, but for variables of its functions, and every string that may name one."""
    local = {id(n) for f in nodes if isinstance(f, LOCAL) for n in ast.walk(f) if isinstance(n, ast.Name)}
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in local:
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.keyword):
            yield node.arg
        elif isinstance(node, ast.Constant):
            yield node.value


def read(text, name):
    nodes = list(ast.walk(compile(text, 'bot', 'exec', ast.PyCF_ONLY_AST, True)))
    executes = any(isinstance(n, ast.Name) and n.id == 'exec' for n in nodes)  # a packed bot, for all that is known
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return {
        'imports': [{'dots': dots, 'name': name} for dots, name in imports(nodes)],
        'texts': sorted(t for t in texts if 0 < len(t) < 256 and t.isprintable()),
        'defines': executes or name == '*' or name in defined(nodes),
    }


for line in sys.stdin:
    try:
        answer = read(base64.b64decode(line), sys.argv[1])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        answer = {'unread': True}
    print(json.dumps(answer), flush=True)
