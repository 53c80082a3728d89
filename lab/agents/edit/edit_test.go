//go:build linux

package edit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"agon/bot/sandbox"
)

// However an edit ends, it is one word and one sentence.
func TestEndings(t *testing.T) {
	mostPrinted = 16 << 20
	c := newContest(t)
	for name, tt := range map[string]struct {
		script string
		change func(*Setup)
		ended  string
		text   string // a pattern
	}{
		"ends at once": {"", nil, Done, `^ann ended after `},
		"a code":       {"exit 3", nil, Failed, `ended with code 3 after`},
		"a signal":     {"kill -SEGV $$", nil, Failed, `ended by a signal after .*: segmentation fault`},
		"ignores signals": {"trap '' TERM INT HUP; while :; do :; done", func(s *Setup) {
			s.Limits.Wall = 300 * time.Millisecond
		}, Bell, `by the bell after 300ms`},
		"prints without end":   {"exec yes", nil, Output, `printed more than 16 MiB`},
		"computes without end": {"while :; do :; done", func(s *Setup) { s.Limits.CPU = 200 * time.Millisecond }, NoCPU, `processor time`},
		"no file":              {"", func(s *Setup) { s.Run = "./absent.sh" }, NoStart, `absent.sh.*name a file of .* as ./FILE`},
		"no program":           {"", func(s *Setup) { s.Run = "no-such-program x" }, NoStart, `no-such-program`},
		"no words":             {"", func(s *Setup) { s.Run = "./ann.sh 'x" }, NoStart, `quote`},
		"no interpreter": {"", func(s *Setup) {
			write(t, c.base, map[string]string{"odd.sh": "#!/no/such/interpreter\n"})
			s.Run = "./odd.sh"
		}, NoStart, `odd.sh.*the interpreter that its first line names`},
		"no right": {"", func(s *Setup) {
			write(t, c.base, map[string]string{"plain.sh": "echo x\n"})
			s.Run = "./plain.sh"
		}, NoStart, `plain.sh.*permission denied`},
		"no first line": {"", func(s *Setup) {
			write(t, c.base, map[string]string{"bare.sh": "exit 4\n"})
			os.Chmod(filepath.Join(c.base, "bare.sh"), 0o755)
			s.Run = "./bare.sh"
		}, Failed, `code 4`},
		"uses much memory": {"exec python3 -c 'x = b\"x\" * (1 << 31)'", func(*Setup) { needs(t, "/usr/bin/python3") }, NoMemory,
			`512 MiB of memory`},
	} {
		t.Run(name, func(t *testing.T) {
			a := c.agent(t, "ann", tt.script+"\n")
			if tt.change != nil {
				tt.change(&a.Setup)
			}
			if r, printed := a.run(t); r.Ended != tt.ended || !regexp.MustCompile(tt.text).MatchString(r.Text) {
				t.Errorf("%+v\n%.1000s", r, printed)
			}
		})
	}
}

// An edit that fills the disk is ended near its limit, in whichever way it does that.
func TestFullDisk(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	for name, script := range map[string]string{
		"in the workspace": "while :; do head -c 1000000 /dev/zero >> f$((i / 16)); i=$((i + 1)); done",
		"at home":          "while :; do head -c 1000000 /dev/zero >> ~/f$((i / 16)); i=$((i + 1)); done",
		"in one file":      "exec head -c 100000000 /dev/zero > f",
		"by small files": "exec python3 -c '\nimport os\nfor d in range(1000):\n os.mkdir(str(d))\n" +
			" for i in range(1000): open(\"%d/%d\" % (d, i), \"w\").close()'",
		"by holes": "exec python3 -c '\nfor i in range(8): open(str(i), \"w\").truncate(10 << 20)\n'",
		"by deleted files": "exec python3 -c '\nimport os\nall = []\nwhile True:\n all.append(open(\"x\", \"wb\")); os.remove(\"x\")\n" +
			" all[-1].write(b\"x\" * (4 << 20)); all[-1].flush()'",
		"by deep folders": "while mkdir d && cd d; do :; done",
	} {
		t.Run(name, func(t *testing.T) {
			a := c.agent(t, "ann", script+"\n")
			a.Limits.Disk = 16 << 20
			r, printed := a.run(t)
			if r.Ended != NoDisk || r.Disk > 1<<30 {
				t.Errorf("%+v\n%.1000s", r, printed)
			}
			if err := Restore(t.Context(), c.agent(t, "ann", "").Setup, ""); err != nil {
				t.Error(err)
			}
		})
	}
}

// What an agent finds in its environment.
func TestEnvironment(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	write(t, c.base, map[string]string{"data/x.txt": "the data\n", "more.txt": "more\n"})
	a := c.agent(t, "ann", call+`
pwd; echo $HOME; echo $AGON_WORKSPACE; echo $AGON_ROUND; echo key $ANN_KEY; cat "$1"/x.txt; cat `+c.base+`/more.txt
echo '{"tokens": 17, "key": "'$ANN_KEY'"}' > $AGON_REPORT
test -x "$(command -v agon)" && echo has agon
`)
	a.Run, a.Reads, a.Env, a.Secrets = "./ann.sh data", []string{filepath.Join(c.base, "more.txt")}, []string{"AGON_ROUND=7"},
		Secrets{"ANN_KEY": "a b/c+secret"}
	calls := 0
	a.Tools = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls++ })
	r, printed := a.run(t)
	want := strings.Join([]string{a.Workspace, a.Home, a.Workspace, "7", "key [ANN_KEY]", "the data", "more", "has agon", ""}, "\n")
	if printed != want || r.Ended != Done || calls != 1 {
		t.Errorf("%+v, %d calls\n%s\nwant\n%s", r, calls, printed, want)
	}
	var report map[string]any
	if err := json.Unmarshal(r.Report, &report); err != nil || report["key"] != "[ANN_KEY]" || report["tokens"] != 17.0 {
		t.Errorf("%s, %v", r.Report, err)
	}
	if text, err := json.Marshal(r); err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("%s, %v", text, err)
	}
}

// A report that is none, or that an agent made a link or a pipe, is left out.
func TestReports(t *testing.T) {
	c := newContest(t)
	for _, script := range []string{
		"echo '[1]' > $AGON_REPORT", "echo 'no' > $AGON_REPORT", "ln -s /etc/passwd $AGON_REPORT", "mkfifo $AGON_REPORT",
		"mkdir -p $AGON_REPORT/x", "head -c 100000 /dev/zero > $AGON_REPORT",
	} {
		if r, printed := c.agent(t, "ann", script+"\n").run(t); r.Report != nil || r.Ended != Done {
			t.Errorf("%s: %+v %s", script, r, printed)
		}
	}
}

// Without a network of its own, an agent edits nothing.
func TestNoNetworkNoEdit(t *testing.T) {
	c := newContest(t)
	a := c.agent(t, "ann", "touch here\n")
	boxes := []sandbox.Level{sandbox.None, sandbox.Landlock}
	for _, level := range boxes {
		box, err := sandbox.Open(level)
		if err != nil {
			continue
		}
		a.Launcher = box
		_, err = Run(t.Context(), a.Setup)
		const why = "a network of its own, at sandbox level full or namespaces, and this machine has level "
		if err == nil || !strings.Contains(err.Error(), why+level.String()) {
			t.Errorf("%v: %v", level, err)
		}
		if _, err := os.Stat(filepath.Join(a.Workspace, "here")); err == nil {
			t.Error("it edited")
		}
		box.Close()
	}
}

// A command or list of files that would show an agent the others' workspaces is refused.
func TestPrivateWorkspaces(t *testing.T) {
	c := newContest(t)
	linked := filepath.Join(t.TempDir(), "linked")
	if err := os.Symlink(c.dir, linked); err != nil {
		t.Fatal(err)
	}
	for _, reads := range []string{c.dir, filepath.Join(c.dir, "agents"), filepath.Join(c.dir, "agents", "bob"), linked} {
		a := c.agent(t, "ann", "")
		c.bob(t)
		a.Reads = []string{reads}
		if _, err := Run(t.Context(), a.Setup); err == nil || !strings.Contains(err.Error(), "where the workspaces of all agents are") {
			t.Errorf("%s: %v", reads, err)
		}
	}
}

// The end of the context ends the edit, which leaves no record.
func TestCancelled(t *testing.T) {
	needs(t, "/usr/bin/python3")
	c := newContest(t)
	a, g := c.agent(t, "ann", "trap '' TERM\n"+call+"sleep 86398.5\n"), newGate()
	a.Tools = g
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-g.reached
		cancel()
	}()
	if r, err := Run(ctx, a.Setup); !errors.Is(err, context.Canceled) || r.Ended != "" || processes("86398.5") > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if a.printed.Len() > 0 {
		t.Errorf("%q", a.printed)
	}
}

// What an agent prints is kept from both ends, without secrets that the gap cuts.
func TestTranscript(t *testing.T) {
	secrets := Secrets{"KEY": "0123456789abcdef"}
	for _, before := range []int{0, 90, 95, 100, 105, 110, 1000} {
		text := transcript{size: 100, hold: secrets.longest()}
		whole := strings.Repeat("x", before) + secrets["KEY"] + strings.Repeat("y", 500) + secrets["KEY"] + strings.Repeat("z", before)
		for _, c := range []byte(whole) {
			text.add([]byte{c})
		}
		got := string(text.text(secrets))
		for n := 4; n < len(secrets["KEY"]); n++ {
			if strings.Contains(got, secrets["KEY"][:n]) || strings.Contains(got, secrets["KEY"][n:]) && n < 12 {
				t.Fatalf("%d: %q", before, got)
			}
		}
		if len(whole) > 400 && !regexp.MustCompile(`(?s)^.{80,120}\n… \d+ bytes are left out here …\n.{80,120}$`).MatchString(got) {
			t.Errorf("%d: %q", before, got)
		}
	}
	text := transcript{size: 100}
	text.add([]byte("short"))
	if got := string(text.text(nil)); got != "short" {
		t.Error(got)
	}
}
