package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// logsOf runs a command whose bots log the results of their attempts, and returns all logs below a folder.
func logsOf(t *testing.T, dir, logs string, args ...string) string {
	t.Helper()
	o := must(t, dir, args...)
	if strings.Contains(o.Err, "sandbox none") || strings.Contains(o.Err, "no sandbox") {
		t.Skip("there is no sandbox here")
	}
	var all strings.Builder
	filepath.WalkDir(filepath.Join(dir, logs), func(name string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			text, _ := os.ReadFile(name)
			all.Write(text)
		}
		return nil
	})
	if !strings.Contains(all.String(), "TOLD") {
		t.Fatalf("no bot has logged anything\n%s\n%s\n%s", o.Out, o.Err, &all)
	}
	return all.String()
}

// painter is the frame of a Colour Battle bot that attempts something and logs the result. Its moves do not matter.
const painter = `
import os

def report(*words):
    print("TOLD", *words, flush=True)

def opens(path):
    try:
        with open(path, "rb") as f:
            f.read(1)
        report("reads", path)
    except OSError:
        pass

class CLASS:
    def get_name(self):
        return "CLASS"

    def get_contributor(self):
        return "a"

    def determine_next_move(self, grid, enemies, game_info):
        self.act()
`

func painting(class, act string) string {
	return strings.ReplaceAll(painter, "CLASS", class) + "\n    def act(self):\n" + act
}

// A bot and its children share one processor: they cannot use more processor time than wall time.
func TestABotThatIsBusyOnAllProcessors(t *testing.T) {
	t.Parallel()
	dir := written(t, "-- busy.py --\n"+painting("Busy", `
        import time
        everywhere = range(os.cpu_count() or 1)
        try:
            os.sched_setaffinity(0, everywhere)
            report("moved")
        except OSError:
            pass
        begun, children = time.monotonic(), []
        for _ in range(3):
            child = os.fork()
            if child == 0:
                while time.process_time() < 0.1:
                    pass
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        wall = time.monotonic() - begun
        spent = os.times()
        report("processors", len(os.sched_getaffinity(0)), "spent", int(1000 * (spent.children_user + spent.children_system)), "wall", int(1000 * wall))
`))
	text := logsOf(t, dir, "log", "play", "colour-battle", "./busy.py", "builtin:steve", "--set", "rounds=1", "--guard", "60s", "--log",
		"log")
	m := regexp.MustCompile(`TOLD processors (\d+) spent (\d+) wall (\d+)`).FindStringSubmatch(text)
	if m == nil || strings.Contains(text, "TOLD moved") {
		t.Fatalf("it left its processor or did not finish:\n%s", text)
	}
	spent, _ := strconv.Atoi(m[2])
	wall, _ := strconv.Atoi(m[3])
	const ticks = 3 * 2 * 10 // ms: each child's times are counted in steps
	if m[1] != "1" || spent > wall+ticks {
		t.Errorf("on %s processors it used %d ms in %d ms", m[1], spent, wall)
	}
}

// A bot that looks for its opponent, the contest and the host finds none of them, and its environment has only what it needs.
func TestABotThatLooksAround(t *testing.T) {
	t.Parallel()
	dir := written(t, "-- bots/victim/bot.py --\n"+painting("Victim", "        pass\n")+"-- bots/spy/bot.py --\n"+painting("Spy", `
        top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        for name in ["bots/victim/bot.py", "contest.toml", "secret", "out/ledger.db", "out/contest.toml"]:
            opens(os.path.join(top, name))
        for folder, folders, files in os.walk(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))):
            if "victim" in folder:
                report("sees", folder)
        for name in ["/etc/shadow", "/etc/hostname", "/root/.bash_history", "/root/.ssh/id_rsa", "/var/log/dpkg.log", "HOST/secret", "HOST/.netrc"]:
            opens(name)
        own = os.getpid()
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) not in (own, os.getppid()):
                opens("/proc/" + entry + "/environ")
        opens("/proc/%d/environ" % os.getppid())
        for name in os.environ:
            report("environment", name)
`)+`-- secret --
the host's
-- contest.toml --
kind = "colour-battle"
seed = 5
options = { rounds = 1 }

[[bots]]
ref = "bots/spy"

[[bots]]
ref = "bots/victim"

[[stages]]
format = "round-robin"
games = 1
`)
	spy := filepath.Join(dir, "bots/spy/bot.py")
	text, err := os.ReadFile(spy)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(spy, []byte(strings.ReplaceAll(string(text), "HOST", dir)), 0o644)
	os.WriteFile(filepath.Join(dir, ".netrc"), []byte("machine host password host\n"), 0o644)
	logs := logsOf(t, dir, "out", "run", "contest.toml", "--out", "out")
	allowed := regexp.MustCompile(`^(PATH|LANG|LC_CTYPE|HOME|TMPDIR|PYTHON[A-Z]*|[A-Z]+_NUM_THREADS|MPLBACKEND)$`)
	for line := range strings.Lines(logs) {
		rest, found := strings.CutPrefix(strings.TrimSpace(line), "TOLD ")
		if !found {
			continue
		}
		if name, env := strings.CutPrefix(rest, "environment "); !env || !allowed.MatchString(name) {
			t.Errorf("it logged %q", rest)
		}
	}
}

// A program that searches all of its memory, its environment and its arguments for the seed does not find it. The search compares
// backwards, so that it does not find its own pattern.
func TestAProgramThatLooksForTheSeed(t *testing.T) {
	t.Parallel()
	dir := written(t, `-- seeker.sh --
#!/bin/sh
read -r line
exec /usr/bin/python3 -c '
import os, sys

text = b"4637281546372819"
seed = sum((c - 48) * 10**i for i, c in enumerate(text))
number = bytes((seed >> 8 * i) & 255 for i in range(7, -1, -1)) # as processors of today have it in memory, backwards
mark, own = b"kramdnoces", "second" + "mark"
found = marks = 0

def look(data):
    global found, marks
    back = data[::-1]
    found += back.count(text) + back.count(number)
    marks += back.count(mark)

look("\0".join(sys.argv + [k + "=" + v for k, v in os.environ.items()]).encode())
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
        span, rights = line.split()[:2]
        low, high = (int(x, 16) for x in span.split("-"))
        if rights[0] != "r" or "[v" in line or high - low > 64 << 20:
            continue
        try:
            memory.seek(low)
            look(memory.read(high - low))
        except OSError:
            pass
print("TOLD found", found, "marks", min(marks, 1), file=sys.stderr, flush=True)
'
`)
	text := logsOf(t, dir, "log", "play", "tron", "./seeker.sh", "builtin:voronoi", "--seed", "9182736451827364", "--set", "first_ms=60000",
		"--log", "log")
	if !strings.Contains(text, "TOLD found 0 marks 1") {
		t.Errorf("the seed is in its memory, or the search finds nothing at all:\n%s", text)
	}
}

// Two bots leave marks in files, sockets and keys whose names both know, and neither finds the other's.
func TestBotsThatKnowEachOther(t *testing.T) {
	t.Parallel()
	act := `
        import ctypes, mmap, socket
        for place in ["/tmp", "/dev/shm", os.environ["HOME"], "/var/tmp", "/run", os.path.dirname(os.path.abspath(__file__))]:
            try:
                for name in os.listdir(place):
                    if name.startswith("pact-") and name != "pact-" + self.get_name():
                        report("meets", os.path.join(place, name))
                open(os.path.join(place, "pact-" + self.get_name()), "w").close()
            except OSError:
                pass
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.shmget(47114711, 4096, 0o666) >= 0 and not getattr(self, "made", False):
            report("meets in memory")
        self.made = libc.shmget(47114711, 4096, 0o666 | 0o1000) >= 0
        if libc.semget(47114711, 1, 0o666) >= 0 and not getattr(self, "raised", False):
            report("meets at a semaphore")
        self.raised = libc.semget(47114711, 1, 0o666 | 0o1000) >= 0
        if not hasattr(self, "door"):
            self.door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                self.door.bind("\0pact")
            except OSError:
                report("meets at a name")
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) > 1 and int(entry) != os.getpid() and int(entry) != os.getppid():
                report("meets process", entry)
        report("looked")
`
	dir := written(t, "-- one/bot.py --\n"+painting("One", act)+"-- two/bot.py --\n"+painting("Two", act))
	text := logsOf(t, dir, "log", "play", "colour-battle", "./one", "./two", "--set", "rounds=3", "--require-sandbox", "namespaces",
		"--guard", "60s", "--log", "log")
	if strings.Contains(text, "TOLD meets") || strings.Count(text, "TOLD looked") != 6 {
		t.Errorf("they found each other's marks, or one did not look:\n%s", text)
	}
}
