package program_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"agon/bot"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/tier"
)

// prelude begins most programs of these tests. It defines a function, with whose globals an interpreter's end has more to do.
const prelude = `import os, sys
def answer(text):
    with open(os.path.join(sys.argv[2], "move.txt"), "a") as f:
        f.write(str(text))
`

// equalPrograms are bots of several files that do at their end, or find at their beginning, what a start brings about.
var equalPrograms = map[string]map[string]string{
	"a file that it leaves open": {"bot.py": "import os, sys\ndef choose(): return 5\nf = open(os.path.join(sys.argv[2], 'move.txt'), " +
		"'w')\nf.write(str(choose()))"},
	"files of every form that it leaves open": {"bot.py": prelude + `import bz2, codecs, csv, gzip, io, logging, mmap, pickle, json, random, statistics, zlib
for name in sorted(n for n in os.listdir('.') if n.startswith('x.')):
    with open(name, 'rb') as f:
        data = f.read()
    answer([name, zlib.decompress(data[20:], -15) if data[:2] == b'\x1f\x8b' else data])
if sys.argv[1] == '1':
    sys.exit()
a = open('x.text', 'w'); a.write('hello')
b = open('x.bytes', 'wb'); b.write(b'hello')
class Log:
    def __init__(self): self.f = open('x.cycle', 'w'); self.me = self
    def say(self, t): self.f.write(t)
log = Log(); log.say('hello')
c = csv.writer(open('x.csv', 'w')); c.writerow([1, 2])
class R(object):
    out = open('x.class', 'w')
R.out.write('hello')
w = io.TextIOWrapper(io.BufferedWriter(io.FileIO('x.layers', 'w'))); w.write('hello')
k = codecs.open('x.codec', 'w', 'utf-8'); k.write('hello')
p = open('x.printed', 'w'); print('hello', file=p)
g = gzip.GzipFile('x.gz', 'w', mtime=0); g.write(b'hello')
z = bz2.open('x.bz2', 'wt'); z.write('hello')
pickle.Pickler(open('x.pickle', 'wb')).dump([1, 2])
logging.basicConfig(filename='x.log'); logging.error('hello')
logging.root.other = open('x.kept', 'w'); logging.root.other.write('hello')
os.more = open('x.module', 'w'); os.more.write('hello')
json.more = open('x.loaded', 'w'); json.more.write('hello')
both = open('x.both', 'w+'); both.write('hello'); both.seek(0); both.read(1); both.write('J')
page = open('x.page', 'wb+'); page.write(b'hello'); page.flush(); m = mmap.mmap(page.fileno(), 5); m[0] = 74
def late():
    with open('x.generator', 'w') as f:
        f.write('hello')
        yield
later = late(); next(later)
sys.stdout = open('x.out', 'w'); print('to the file')`},
	"a database that it leaves open": {"bot.py": prelude + `import dbm.dumb, shelve, sqlite3
d = sqlite3.connect('kept'); d.execute('create table if not exists t (a)'); answer(list(d.execute('select * from t')))
d.execute('insert into t values (1)'); d.commit(); d.execute('insert into t values (2)')
s = shelve.Shelf(dbm.dumb.open('shelf', 'c'), writeback=True); answer(sorted(s.items())); s['a%s' % sys.argv[1]] = [1]; s['a%s' % sys.argv[1]].append(2)`},
	"objects with a last word": {"bot.py": prelude +
		"word = 'said'\nclass K:\n    def __del__(self): answer(word); print('last word')\nkept = K()\nimport weakref\nclass W: pass\nw " +
		"= W(); weakref.finalize(w, print, 'finalized'); sys.mine = K()"},
	"functions at exit": {"bot.py": prelude +
		"import atexit\natexit.register(lambda: (answer('exit'), print('bye')))\natexit.register(lambda: 1 / 0)\nprint('hi', end='')"},
	"a generator that it leaves": {"bot.py": prelude +
		"def g():\n    try:\n        yield 1\n    finally:\n        print('finally')\nk = g(); next(k); answer(1)"},
	"threads that go on": {"bot.py": prelude + `import threading, time
def run():
    time.sleep(0.05); answer('thread'); print('thread', end='')
threading.Thread(target=run).start()
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
answer([threading.main_thread() is threading.current_thread(), threading.main_thread().native_id == os.getpid(), threading.active_count()])`},
	"an exit with a text":         {"bot.py": prelude + "answer(1); sys.exit('no more')"},
	"an exit with a number":       {"bot.py": prelude + "answer(1); sys.exit([300, -1][int(sys.argv[1])])"},
	"an exit in another function": {"bot.py": prelude + "answer(1)\ndef f(): raise SystemExit\nf()"},
	"an exception": {"bot.py": prelude +
		"answer(1)\ndef f():\n    raise ValueError('on purpose')\ntry:\n    f()\nexcept ValueError as e:\n    raise KeyError('again') " +
		"from e"},
	"a hook for exceptions": {"bot.py": prelude +
		"sys.excepthook = lambda *a: (answer(a[0].__name__), print('hook', len(a)))\n1 / 0"},
	"a mistake in its language": {"bot.py": "import os\nif True print(1)\n"},
	"a mistake in a module":     {"bot.py": prelude + "import other\n", "other.py": "def f(:\n"},
	"an end without a last word": {"bot.py": prelude +
		"print('lost', end=''); answer(1); f = open('lost', 'w'); f.write('lost'); answer(os.path.getsize('lost')); os._exit(3)"},
	"recursion without end": {"bot.py": prelude +
		"def f(n):\n    global deep\n    deep = n\n    f(n + 1)\ntry:\n    f(0)\nexcept RecursionError as e:\n    answer([deep, " +
		"str(e)])\nf(0)"},
	"warnings": {"bot.py": prelude + `import warnings
def f(): warnings.warn('deprecated', DeprecationWarning)
f(); f(); warnings.warn('mine'); 1 is 1
answer([[str(x[0]), x[2].__name__] for x in warnings.filters])
for name in ('imp', 'asyncore', 'cgi', 'distutils'):
    try:
        exec('import ' + name)
    except ImportError as e:
        print(e)`},
	"its names": {"bot.py": prelude + `import inspect, gc, signal, stat, threading, traceback
frames = inspect.stack()
answer([os.path.basename(frames[-1].filename), frames[-1].function, frames[-1].code_context, len(frames), len(traceback.extract_stack())])
answer([sys.argv[:2], sys.argv[3:], getattr(sys, 'orig_argv', ['', ''])[1:4], __name__, __package__, __spec__, __doc__, os.path.basename(__file__), os.path.isabs(__file__), type(__loader__).__name__, type(__builtins__).__name__, sorted(globals())])
answer([sys.path[0] == os.path.dirname(__file__), sys.path[1:], os.getcwd() == os.path.dirname(__file__), sys.flags, sys.warnoptions, sys._xoptions, sys.dont_write_bytecode, sys.prefix, sys.exec_prefix, sys.executable, sys.getrecursionlimit(), sys.getswitchinterval(), sys.meta_path, [h.__qualname__ for h in sys.path_hooks], sorted(sys.path_importer_cache)[1:] and len(sys.path_importer_cache)])
import __main__, site
answer([__main__.answer is answer, site.ENABLE_USER_SITE, site.USER_BASE, site.PREFIXES, gc.isenabled(), gc.get_threshold(), gc.get_debug(), gc.callbacks])
answer([hash('text'), list({'a', 'b', 'c', 'd'}), sys.gettrace(), sys.getprofile(), sys.excepthook is sys.__excepthook__, sys.displayhook is sys.__displayhook__, hasattr(sys, 'last_type'), hasattr(sys, 'ps1')])
import ctypes
answer([ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), ctypes.sizeof(ctypes.c_long)])`},
	"what shows which modules are loaded": {"bot.py": prelude +
		"import gc, json, statistics\nanswer([sorted(sys.modules), sys.modules['__main__'].__file__ == __file__, gc.get_freeze_count(), " +
		"len(gc.get_objects()) > 5000])"},
	"last words of what a loaded module keeps": {"bot.py": prelude +
		"import collections, json, random\nclass K:\n    def __del__(self): print('last')\nclass S:\n    __slots__ = ()\n    def " +
		"__del__(self): print('slot')\njson.mine = [K()]; random.mine = S(); collections.mine = collections.deque([S()])"},
	"a callback of what a loaded module keeps": {"bot.py": prelude +
		"import json, weakref\nclass K: pass\njson.mine = k = K(); json.ref = weakref.ref(k, lambda r: print('gone'))\ndel k"},
	"objects that answer when they are looked at": {"bot.py": prelude +
		"import json\nclass M(type):\n    def __getattribute__(self, name): print('class', name); return " +
		"super().__getattribute__(name)\n    def __hash__(self): print('hash'); return 1\nclass K(metaclass=M):\n    def " +
		"__getattribute__(self, name): print(name); return super().__getattribute__(name)\n    __class__ = property(lambda self: " +
		"print('asked'))\nk = K(); json.k = k"},
	"many objects": {"bot.py": prelude +
		"import json\njson.mine = [[i] for i in range(60000)]\njson.f = open('x', 'a+'); json.f.write('y'); answer(os.path.getsize('x'))"},
	"packages beside it": {"bot.py": prelude +
		"import helper, json, typing\nanswer([helper.WHOSE, json.WHOSE, typing.WHOSE, os.environ['PYTHONPATH'], " +
		"os.path.basename(sys.path[1]), sys.path[2:]])",
		"packages/helper.py": "WHOSE = 1", "packages/json.py": "WHOSE = 2", "packages/typing.py": "WHOSE = 3",
		"packages/os.py": "WHOSE = 4", "packages/select.py": "WHOSE = 5",
		"packages/sitecustomize.py": "import helper\nprint('its own site')"},
	"arrays": {"bot.py": prelude + `try:
    import numpy
except ImportError:
    sys.exit('no numpy')
a = numpy.memmap('x', dtype=numpy.uint8, mode='r+' if os.path.exists('x') else 'w+', shape=4); answer(a); a[0] += 1
numpy.save(open('y', 'wb'), numpy.arange(4))
answer([numpy.geterr(), numpy.get_printoptions(), numpy.sum(numpy.arange(9).reshape(3, 3) @ numpy.eye(3))])
numpy.float64(1) / numpy.float64(0)
numpy.mine = open('z', 'a+'); numpy.mine.write('z'); answer(os.path.getsize('z'))`},
	"its process": {"bot.py": prelude + `import faulthandler, locale, resource, signal, stat
answer([resource.getrlimit(n) for n in range(16) if n != resource.RLIMIT_NPROC])
answer([(n, signal.getsignal(n) if not callable(signal.getsignal(n)) else signal.getsignal(n).__name__) for n in range(1, 65)])
answer([signal.pthread_sigmask(signal.SIG_BLOCK, []), faulthandler.is_enabled(), os.umask(0), os.getcwd() == os.path.dirname(__file__), os.nice(0), os.sched_getaffinity(0), os.getuid(), os.getgroups()])
with open('/proc/self/status') as f:
    answer([line for line in f if line.startswith(('Sig', 'Shd', 'Seccomp', 'NoNew', 'Cap', 'Umask', 'Threads'))])
answer(sorted(int(n) for n in os.listdir('/proc/self/fd')))
answer([stat.S_IFMT(os.fstat(n).st_mode) for n in (0, 1, 2)] + [os.get_inheritable(n) for n in (0, 1, 2)] + [os.get_blocking(n) for n in (0, 1, 2)])
answer(sorted((k, v) for k, v in os.environ.items()))
answer([locale.getpreferredencoding(), sys.getfilesystemencoding(), sys.getdefaultencoding(), locale.setlocale(locale.LC_ALL)])
print(sorted(os.environb) == sorted(k.encode() for k in os.environ), os.path.basename(os.readlink('/proc/self/exe')), open('/proc/self/comm').read())`},
	"its streams": {"bot.py": prelude + `answer([sys.stdin.read(), sys.stdout.encoding, sys.stderr.errors, sys.stdout.errors, sys.stdin.encoding, sys.stdout.name, sys.stdin.name, sys.stdout.line_buffering, sys.stdout.write_through, sys.stdout is sys.__stdout__, sys.stdout.isatty(), type(sys.stdout.buffer).__name__])
print('out'); os.write(1, b'raw\n'); print('\u00e9', file=sys.stderr); sys.stdout.buffer.write(b'\xff\x00\n')
try:
    input()
except EOFError as e:
    answer(e)`},
	"closed streams": {"bot.py": prelude +
		"answer(1)\nprint('a')\nif sys.argv[1] == '0':\n    sys.stdout.close()\nelse:\n    os.close(1)\n    sys.stdout = " +
		"open(os.devnull, 'w')\n    os.close(2)\nprint('b')"},
	"much output": {"bot.py": prelude +
		"answer(1)\nprint('x' * 3000000)\nprint('y' * 60000, file=sys.stderr)\nsys.stderr.write('end')"},
	"modules named as Python's": {"bot.py": prelude + "import queue, random, html.own\nanswer([queue.WHOSE, random.WHOSE, html.own.WHOSE])",
		"queue.py": "WHOSE = 'own file'", "random/__init__.py": "WHOSE = 'own folder'", "html/own.py": "WHOSE = 'own part'",
		"html/__init__.py": ""},
	"modules of which others of Python's need one": {"bot.py": prelude + "import statistics\nanswer(statistics.bisect_left([1], 1))",
		"bisect.py": "WHOSE = 'own'\ndef bisect_left(*a): return 'own'\ndef bisect_right(*a): return 'own'"},
	"modules that agon's own code imports": {"bot.py": prelude +
		"import ast, json, ctypes, select, signal, typing\nanswer([m.WHOSE for m in (ast, json, ctypes, select, signal, " +
		"typing)])\ntry:\n    import _ctypes; answer(_ctypes.WHOSE)\nexcept AttributeError as e:\n    answer(e)",
		"ast.py": "WHOSE = 1", "json.py": "WHOSE = 2", "ctypes.py": "WHOSE = 3", "select.py": "WHOSE = 4", "signal.py": "WHOSE = 5",
		"typing.py": "WHOSE = 6", "_ctypes.py": "WHOSE = 7", "os.py": "WHOSE = 8", "time.py": "WHOSE = 9",
		"sitecustomize.py": "print('its own site')", "usercustomize.py": "print('its own user')"},
	"modules in a folder of its own": {"bot.py": prelude +
		"sys.path.insert(0, 'lib')\nimport calendar, helper, heapq\nanswer([calendar.WHOSE, helper.count, heapq.WHOSE])",
		"lib/calendar.py": "WHOSE = 'own'", "lib/heapq.py": "WHOSE = 'own'",
		"lib/helper.py": "import helper\ncount = getattr(helper, 'count', 0) + 1"},
	"modules in an archive": {"bot.py": prelude +
		"import zipfile\nwith zipfile.ZipFile('lib.zip', 'w') as z:\n    z.writestr('heapq.py', 'WHOSE = 1')\nsys.path.insert(0, " +
		"'lib.zip')\nimport heapq\nanswer(heapq.WHOSE if hasattr(heapq, 'WHOSE') else 'none')"},
	"a module that it writes": {"bot.py": prelude +
		"import json\nanswer(getattr(json, 'WHOSE', 'Python'))\nwith open('json.py', 'w') as f:\n    f.write('WHOSE = \"own\"')"},
	"a program that writes itself": {"bot.py": prelude +
		"version = 1\nanswer([version, open(__file__).read().count('answer')])\ntext = open(__file__).read()\nwith open(__file__, 'w') " +
		"as f:\n    f.write(text.replace('version = %d' % version, 'version = %d' % (version + 1)))\n1 / 0"},
	"files for later": {"bot.py": prelude +
		"import tempfile\nlate = os.path.join(tempfile.gettempdir(), 'late')\nwas = os.path.exists(late) or [n for n in " +
		"os.listdir(tempfile.gettempdir()) if not n.startswith('agon-')]\nos.makedirs(late + '/a/b')\nos.chmod(late + '/a', " +
		"0)\nopen(late + '2', 'w').close()\ntempfile.mkstemp()\ncount = int(open('count').read()) + 1 if os.path.exists('count') else " +
		"0\nopen('count', 'w').write(str(count))\nanswer([was, count])"},
	"a process for later": {"bot.py": prelude +
		"answer(1)\ntry:\n    os.setsid()\nexcept OSError as e:\n    print(e)\nif os.fork() == 0:\n    if os.fork() == 0:\n        " +
		"import time\n        time.sleep(0.5)\n        open('late', 'w').close()\n    os._exit(0)\nanswer(os.path.exists('late'))"},
	"children": {"bot.py": prelude + `import multiprocessing, subprocess, pickle
class K:
    def __init__(self, n): self.n = n
def double(k): return K(2 * k.n)
def main():
    answer(subprocess.run([sys.executable, '-c', 'import os, sys; print(sys.path[1:], sys.argv, os.environ.get("PYTHONPATH"), "sitecustomize" in sys.modules); sys.exit(3)'], stdout=subprocess.PIPE))
    answer(pickle.loads(pickle.dumps(double(K(2)))).n)
    read, write = os.pipe()
    if os.fork() == 0:
        os.write(write, b'child'); print('child'); sys.exit(4)
    answer([os.wait()[1], os.read(read, 9)])
    for way in ('fork', 'spawn'):
        c = multiprocessing.get_context(way); q = c.SimpleQueue() if False else c.Pipe()
        p = c.Process(target=q[1].send, args=([1, way],)); p.start(); answer(q[0].recv()); p.join(); answer(p.exitcode)
if __name__ == '__main__':
    main()`},
	"a signal to itself": {"bot.py": prelude + `import signal
answer(1)
if sys.argv[1] == '0':
    signal.signal(signal.SIGALRM, lambda *a: print('alarm')); signal.setitimer(signal.ITIMER_REAL, 0.01); signal.pause()
    raise KeyboardInterrupt
print('before', end=''); sys.stdout.flush()
os.kill(os.getpid(), [signal.SIGTERM, signal.SIGABRT, signal.SIGSEGV][int(sys.argv[1]) - 1])`},
	"a program run by another": {"bot.py": prelude +
		"import runpy\nanswer(sorted(runpy.run_path('other.py', run_name='__main__')['seen']))\nimport " +
		"__main__\nanswer(__main__.__file__ == __file__)", "other.py": "import sys\nseen = [__name__, sys.argv[1], str(len(sys.argv))]"},
	"no memory": {"bot.py": prelude + "answer(1)\nkept = [bytes(range(256)) * 4096 for _ in range(200)]"},
}

// A warm program does what one that is started for each move does: the same output, exit and files.
func TestWarmProgramsEqualCold(t *testing.T) {
	equal(t, pyhost.Python(""), openBox(t), equalPrograms)
}

// equal plays programs both ways.
func equal(t *testing.T, python string, box bot.Launcher, programs map[string]map[string]string) {
	for name, files := range programs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			type seen struct {
				Answers, Outs, Errs []string
				Exits               []int
				Faults              []game.Fault
			}
			var both [2]seen
			for i, warm := range []bool{false, true} {
				answers, calls, _ := pythonMovesBy(t, python, files, 2, nil, warm, box)
				for n, c := range calls {
					both[i].Answers = append(both[i].Answers, masked.ReplaceAllString(answers[n], "/"))
					both[i].Outs, both[i].Errs = append(both[i].Outs, string(c.Reply.Out)),
						append(both[i].Errs, masked.ReplaceAllString(string(c.Reply.Err), "/"))
					both[i].Exits, both[i].Faults = append(both[i].Exits, c.Reply.Exit), append(both[i].Faults, c.Reply.Fault)
				}
			}
			if !reflect.DeepEqual(both[0], both[1]) {
				t.Errorf("started for each move:\n%#v\nwarm:\n%#v", both[0], both[1])
			}
		})
	}
}

// masked are the folders of a test, and addresses.
var masked = regexp.MustCompile(`/[^ "']*/|0x[0-9a-f]+`)

// TestWarmProgramsByEachPython plays programs by every version of Python that is here; in the long run all of them. An interpreter that
// agon does not know plays too, but is started for each move.
func TestWarmProgramsByEachPython(t *testing.T) {
	box := openBox(t)
	programs := map[string]map[string]string{}
	for _, name := range []string{"files of every form that it leaves open", "its names", "last words of what a loaded module keeps"} {
		programs[name] = equalPrograms[name]
	}
	if tier.IsLong() {
		programs = equalPrograms
	}
	for version := 6; version <= 15; version++ {
		t.Run(fmt.Sprintf("3.%d", version), func(t *testing.T) {
			t.Parallel()
			python := pythonOf(t, version)
			equal(t, python, box, programs)
			answers, _, log := pythonMovesBy(t, python, map[string]string{"bot.py": prelude + "answer(os.getppid() > 1)"}, 1, nil, true,
				box)
			if want := version >= 8 && version <= 13; (answers[0] == "True") != want {
				t.Errorf("forked: %s, and want %v; its log: %s", answers[0], want, log)
			}
		})
	}
}

// pythonOf returns the path of an interpreter of a version, or skips the test.
func pythonOf(t *testing.T, version int) string {
	t.Helper()
	name := fmt.Sprintf("python3.%d", version)
	if path, err := exec.LookPath(name); err == nil && exec.Command(path, "--version").Run() == nil {
		return path
	}
	home, _ := os.UserHomeDir()
	found, _ := filepath.Glob(filepath.Join(home, ".pyenv/versions", fmt.Sprintf("3.%d.*", version), "bin", name))
	if len(found) == 0 {
		t.Skip("no " + name + " on this machine")
	}
	return found[0]
}
