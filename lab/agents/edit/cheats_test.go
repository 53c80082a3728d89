//go:build linux

package edit

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// may is the beginning of scripts that try something: each attempt prints whether it succeeded.
const may = `
import os, signal, socket, urllib.request
def may(name, f):
    try:
        f()
        print("CHEATED:", name, flush=True)
    except BaseException as e:
        print("blocked:", name, type(e).__name__, e, flush=True)
def read(path): return lambda: open(path).read()
def spoil(path): # whether it succeeds on the host, the test sees: a folder in /tmp is one of the sandbox's own /tmp
    try:
        open(path, "a").write("x")
    except OSError as e:
        print("blocked: write", path, e, flush=True)
`

// cheat has an agent run a Python program with [may], and returns its record. It fails the test if the agent succeeds in anything, or
// does not come to the end.
func (c contest) cheat(t *testing.T, program string, change func(*Setup)) Record {
	t.Helper()
	needs(t, "/usr/bin/python3")
	write(t, c.base, map[string]string{"cheat.py": may + program + "\nprint('tried all')\n"})
	a := c.agent(t, "ann", "")
	a.Run = "python3 cheat.py"
	if change != nil {
		change(&a.Setup)
	}
	r, printed := a.run(t)
	if strings.Contains(printed, "CHEATED") || !strings.Contains(printed, "tried all") {
		t.Errorf("%s\n%s", r.Text, printed)
	}
	t.Log(printed)
	return r
}

// bob is a rival with everything that somebody could want.
func (c contest) bob(t *testing.T) *script {
	t.Helper()
	b := c.agent(t, "bob", "")
	b.Secrets = Secrets{"BOB_KEY": "bob-secret-1234567890"}
	write(t, c.dir, map[string]string{
		"agents/bob/workspace/bot.py": "RIVALCODE", "agents/bob/workspace/.git/HEAD": "ref: refs/heads/RIVAL\n",
		"agents/bob/home/.cache/lib.py": "RIVALCACHE", "agents/bob/rounds/01/transcript.log": "RIVALLOG",
	})
	return b
}

// Nothing of a rival's, of the contest or of the host can be read or written, with a rival's edit beside it or without.
func TestCheatsOnFiles(t *testing.T) {
	c := newContest(t)
	c.bob(t)
	write(t, c.dir, map[string]string{"agents/ann/rounds/01/edit.json": "{}", "agents/ann/workspace/feedback/round.json": "{}"})
	before := tree(t, c.dir)
	c.cheat(t, fmt.Sprintf(`
top, own = %q, %q
for name in ["agents/bob/workspace/bot.py", "agents/bob/workspace/.git/HEAD", "agents/bob/home/.cache/lib.py",
             "agents/bob/rounds/01/transcript.log", "bots/bob/bot.py", "ledger.db", "agents/ann/rounds/01/edit.json"]:
    may("read " + name, read(top + "/" + name))
may("see bob", lambda: os.listdir(top + "/agents").index("bob"))
for name in ["agents/bob/workspace/bot.py", "agents/bob/workspace/.git/HEAD", "bots/bob/bot.py", "ledger.db", "engine/engine.sh",
             "agents/ann/rounds/01/edit.json", "agents/new", "agents/bob/new", "bots/new", "engine/new"]:
    spoil(top + "/" + name)
may("write to agon", lambda: open("/proc/1/exe", "a"))
may("write to agon by its name", lambda: open(own, "a"))
may("write to the system", lambda: open("/usr/new", "a"))
may("read the host's users", lambda: open("/etc/shadow").read())
os.symlink(top + "/agents/bob", "out")
may("read by a link", read("out/workspace/bot.py"))
may("link into a rival", lambda: os.link(top + "/bots/bob/bot.py", "hard"))
may("mount", lambda: os.system("mount --bind / /tmp 2>&1") and 1/0)
may("leave the root", lambda: os.chroot("/proc/1/root"))
`, c.dir, self(t)), nil)
	os.RemoveAll(filepath.Join(c.dir, "agents/ann"))
	for name, text := range tree(t, c.dir) {
		if before[name] != text {
			t.Errorf("%s is changed to %q", name, text)
		}
	}
}

// tree returns the regular files of a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			text, _ := os.ReadFile(path)
			all[path] = string(text)
		}
		return nil
	})
	return all
}

// Two edits at the same time: ann sees neither bob's processes nor his secrets, and cannot end or stop him.
func TestCheatsOnARivalThatEdits(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	t.Setenv("AGON_TEST_HOSTS_SECRET", "hosts-secret-1234567890")
	b, g := c.bob(t), newGate()
	write(t, c.base, map[string]string{"bob.sh": "#!/bin/sh\n" + call + "echo bob goes on with $BOB_KEY\n"})
	b.Tools = g
	ended := make(chan string)
	go func() {
		r, err := Run(t.Context(), b.Setup)
		ended <- fmt.Sprint(r.Ended, err, b.printed)
	}()
	select {
	case <-g.reached:
	case text := <-ended:
		t.Fatal(text)
	}
	c.cheat(t, `
for pid in os.listdir("/proc"):
    if not pid.isdigit(): continue
    for name in ["environ", "cmdline", "maps"]:
        try: text = open("/proc/%s/%s" % (pid, name)).read()
        except OSError: continue
        for word in ["bob-secret", "hosts-secret", "bob.sh"]:
            may("see %s in %s of %s" % (word, name, pid), lambda: text.index(word))
may("kill pid 1", lambda: (os.kill(1, signal.SIGKILL), open("/proc/1/stat").read())[0] or 1/0)
seen = [p for p in range(2, 100000) if p != os.getpid()]
def each(sig):
    done = 0
    for p in seen:
        try: os.kill(p, sig); done += 1
        except OSError: pass
    if not done: raise OSError("nobody is there")
may("kill everybody", lambda: each(signal.SIGKILL))
may("stop everybody", lambda: each(signal.SIGSTOP))
may("lower a rival's priority", lambda: os.setpriority(os.PRIO_USER, os.getuid() + 2, 19) or os.nice(-5))
may("take another processor", lambda: os.sched_setaffinity(0, range(64)))
`, nil)
	close(g.open)
	if text := <-ended; !strings.HasPrefix(text, Done) || !strings.Contains(text, "bob goes on with [BOB_KEY]") {
		t.Errorf("bob: %s", text)
	}
}

// The network is the proxy's list, by the proxy alone.
func TestCheatsOnTheNetwork(t *testing.T) {
	c := newContest(t)
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a service of this machine was asked")
	}))
	defer victim.Close()
	listed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "an answer of the list")
	}))
	defer listed.Close()
	abstract, err := net.Listen("unix", fmt.Sprintf("@agon-edit-%d", os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	defer abstract.Close()
	port := func(s *httptest.Server) int { return s.Listener.Addr().(*net.TCPAddr).Port }
	r := c.cheat(t, fmt.Sprintf(`
victim, listed, abstract = %d, %d, %q
def tcp(family, host, port): return lambda: socket.socket(family, socket.SOCK_STREAM).connect((host, port))
may("TCP to this machine", tcp(socket.AF_INET, "127.0.0.1", victim))
may("TCP", tcp(socket.AF_INET, "1.1.1.1", 443))
may("IPv6", tcp(socket.AF_INET6, "2606:4700:4700::1111", 443))
may("IPv6 to this machine", tcp(socket.AF_INET6, "::1", victim))
may("DNS", lambda: socket.getaddrinfo("example.com", 443))
may("DNS by hand", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("8.8.8.8", 53)))
may("raw packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
may("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
may("an abstract socket", lambda: socket.socket(socket.AF_UNIX).connect("\0" + abstract))
host, port = os.environ["HTTP_PROXY"].split("/")[2].split(":")
def connect(to):
    def f():
        s = socket.create_connection((host, int(port)))
        s.sendall(("CONNECT %%s HTTP/1.1\r\nHost: %%s\r\n\r\n" %% (to, to)).encode())
        answer = s.recv(1000)
        if b" 200 " not in answer.split(b"\r\n")[0]: raise OSError(answer)
        return s
    return f
for to in ["127.0.0.1:%%d" %% victim, "localhost:%%d" %% victim, "[::1]:%%d" %% victim, "loopback.invalid:%%d" %% victim,
           "169.254.169.254:80", "10.0.0.1:443", "example.com:443", "127.0.0.1:22", "0:%%d" %% victim, "2130706433:%%d" %% victim,
           "127.0.0.1:%%d@127.0.0.1:%%d" %% (listed, victim), "/run/docker.sock"]:
    may("a tunnel to " + to, connect(to))
def get(url):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": os.environ["HTTP_PROXY"]}))
    return lambda: opener.open(url).read()
may("the proxy to this machine", get("http://127.0.0.1:%%d/" %% victim))
may("the proxy by another name", get("http://loopback.invalid:%%d/" %% victim))
may("the proxy to the metadata", get("http://169.254.169.254/latest"))
print(get("http://loopback.invalid:%%d/" %% listed)().decode())
s = connect("127.0.0.1:%%d" %% listed)()
s.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%%d\r\nConnection: close\r\n\r\n" %% victim)
print(s.recv(10000).decode())
`, port(victim), port(listed), abstract.Addr().String()[1:]), func(s *Setup) {
		s.Network = []string{fmt.Sprintf("127.0.0.1:%d", port(listed))}
	})
	if text := strings.Join(r.Refused, "\n"); !strings.Contains(text, "is not one of the servers that agents may reach: 127.0.0.1:") {
		t.Errorf("refused: %q", r.Refused)
	}
}

// No process outlives an edit: no daemon, no double fork, no child that ignores signals.
func TestCheatsByDaemons(t *testing.T) {
	needs(t, "setsid")
	c := newContest(t)
	const mark = "86399.5"
	r, printed := c.agent(t, "ann", `
(trap '' HUP INT TERM; setsid nohup sleep `+mark+` >/dev/null 2>&1 &)
sleep `+mark+` &
setsid sh -c "trap '' HUP TERM; (sleep `+mark+` &) ; sleep `+mark+`" </dev/null >/dev/null 2>&1 &
echo started`).run(t)
	if n := processes("\x00" + mark); r.Ended != Done || printed != "started\n" || n != 0 {
		t.Errorf("%d daemons live on; %+v %q", n, r, printed)
	}
}

// A fork bomb meets the limit on tasks, and the record names it.
func TestCheatsByAForkBomb(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	write(t, c.base, map[string]string{"bomb.py": `
import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(.01)
`})
	a := c.agent(t, "ann", "")
	a.Run, a.Limits.Wall, a.Limits.Tasks = "python3 bomb.py", 500*time.Millisecond, 32
	if r, _ := a.run(t); !strings.Contains(r.Text, "limit of 32 processes and threads") {
		t.Errorf("%+v", r)
	}
}

// Caches and temporary files are each agent's own.
func TestCheatsByCaches(t *testing.T) {
	c := newContest(t)
	const poison = "mkdir -p ~/.cache/go-build; echo poison | tee ~/.cache/go-build/x /tmp/x /dev/shm/x /var/tmp/x 2>/dev/null " +
		">/dev/null; cat ~/.cache/go-build/x\n"
	const look = "cat ~/.cache/go-build/x /tmp/x /dev/shm/x /var/tmp/x 2>/dev/null; echo looked\n"
	if _, printed := c.agent(t, "ann", poison).run(t); printed != "poison\n" {
		t.Fatal(printed)
	}
	if _, printed := c.agent(t, "bob", look).run(t); printed != "looked\n" {
		t.Errorf("bob finds %q", printed)
	}
	if _, printed := c.agent(t, "ann", look).run(t); printed != "poison\nlooked\n" {
		t.Errorf("ann, whose cache is her own from round to round, finds %q", printed)
	}
}

// A call of a tool that has not returned at the bell is cancelled, and Run waits for it; nothing is called later.
func TestCheatsAfterTheBell(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	a := c.agent(t, "ann", "trap '' TERM INT\nwhile :; do "+strings.TrimSpace(call)+" 2>/dev/null; done\n")
	var before, after int // calls that began, and calls that went on after the end of their context
	a.Tools = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		before++
		<-r.Context().Done()
		after++
	})
	a.Limits.Wall = 500 * time.Millisecond
	r, _ := a.run(t)
	if r.Ended != Bell || before != after || before > 1 {
		t.Errorf("%+v: %d calls began, %d ended", r, before, after)
	}
}
