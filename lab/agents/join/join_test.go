//go:build linux

package join

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/contest/config"
	"agon/lab/agents/edit"
	"agon/lab/agents/remote"
)

// TestMain lets the test binary be a client in a process of its own, which a client is: it ends whatever it has started.
func TestMain(m *testing.M) {
	if base := os.Getenv("JOIN_BASE"); base != "" {
		s := Setup{Base: base, Token: os.Getenv("JOIN_TOKEN"), Folder: os.Getenv("JOIN_FOLDER"), Command: os.Args[1:], Own: "/bin/true",
			Note: func(text string) { os.Stderr.WriteString(text + "\n") }}
		if err := s.Run(context.Background()); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A host has the edits of ann.
type testHost struct {
	*remote.Server
	t     *testing.T
	url   string
	token string
	work  string

	mu   sync.Mutex
	down bool // every request fails
}

func newHost(t *testing.T) *testHost {
	t.Helper()
	dir := t.TempDir()
	h := &testHost{t: t, work: filepath.Join(dir, remote.Folder, "ann", "workspace")}
	f := &config.File{Name: "Cup", Agents: &config.Agents{Rounds: 2, Agents: []config.Agent{{Name: "ann", Remote: true}}}}
	h.Server = remote.NewServer(f, dir)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		down := h.down
		h.mu.Unlock()
		if down {
			panic(http.ErrAbortHandler)
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	var err error
	if h.token, err = remote.NewToken(f, dir, "ann"); err != nil {
		t.Fatal(err)
	}
	h.url = s.URL
	if err := os.MkdirAll(h.work, 0o755); err != nil {
		t.Fatal(err)
	}
	h.write("TASK.md", remote.TaskTitle("Cup", 1, 2)+"\n")
	h.write("bot.py", "1")
	return h
}

func (h *testHost) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(filepath.Join(h.work, name), []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

func (h *testHost) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(h.work, name))
	return strings.TrimSpace(string(text))
}

// edit makes an edit.
func (h *testHost) edit(ctx context.Context, wall time.Duration) (edit.Record, error) {
	x := edit.Setup{Name: "ann", Workspace: h.work, Limits: edit.Limits{Wall: wall, Disk: 32 << 20}, Tools: http.NotFoundHandler()}
	return h.Edit(ctx, x, 1, func() (int, int) { return 5, 20 })
}

// client starts a client whose command is a script of the shell.
func (h *testHost) client(folder, script string) (cmd *exec.Cmd, told *strings.Builder) {
	h.t.Helper()
	told = &strings.Builder{}
	cmd = exec.Command(os.Args[0], "sh", "-c", script)
	cmd.Env = append(os.Environ(), "JOIN_BASE="+h.url, "JOIN_TOKEN="+h.token, "JOIN_FOLDER="+folder, "AGON_SECRET=x")
	cmd.Stderr, cmd.Stdout = told, told
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { cmd.Process.Kill() })
	return cmd, told
}

// A command finds the workspace and what an agent finds; what it leaves is handed in, with its report.
func TestJoin(t *testing.T) {
	h, folder := newHost(t), filepath.Join(t.TempDir(), "w")
	c, told := h.client(folder, `echo "$AGON_ROUND $AGON_SECRET $(cat "$AGON_TASK")" > said; mkdir -p .git && echo mine > .git/HEAD; `+
		`ln -s bot.py link; echo '{"tokens": 7}' > "$AGON_REPORT"; test "$PWD" = "$AGON_WORKSPACE" && which agon > which`)
	r, err := h.edit(t.Context(), time.Hour)
	if err != nil || r.Ended != edit.Done || string(r.Report) != "{\"tokens\": 7}\n" {
		t.Errorf("%+v, %v", r, err)
	}
	if said := h.read("said"); said != "1  # Cup: edit 1 of 2" || h.read("bot.py") != "1" ||
		!strings.Contains(h.read("which"), "agon-join-") ||
		h.read(".git/HEAD") != "" || h.read("link") != "" {
		t.Errorf("the host has %q, agon at %q", said, h.read("which"))
	}
	h.Do(2, remote.Over)
	if err := c.Wait(); err != nil || !strings.Contains(told.String(), "link is a link: links are not sent") ||
		!strings.Contains(told.String(), "Cup is over") {
		t.Errorf("%v\n%s", err, told)
	}
	if text, err := os.ReadFile(filepath.Join(folder, ".git", "HEAD")); err != nil || string(text) != "mine\n" {
		t.Errorf("its own repository: %q, %v", text, err)
	}
}

// At the bell a command ends with everything that it has started, though that left its session.
func TestBell(t *testing.T) {
	h, dir := newHost(t), t.TempDir()
	mark := filepath.Join(dir, "alive")
	c, told := h.client(filepath.Join(dir, "w"), "setsid sh -c 'echo $$ > "+mark+"; exec sleep 1000' & setsid sleep 1001 & wait")
	ctx, ring := context.WithCancel(t.Context())
	go func() {
		for pid, _ := os.ReadFile(mark); len(pid) == 0; pid, _ = os.ReadFile(mark) {
			time.Sleep(time.Millisecond)
		}
		ring()
	}()
	h.edit(ctx, time.Hour)
	h.Do(2, remote.Over)
	if err := c.Wait(); err != nil || !strings.Contains(told.String(), "the edit is over: sh is ended") {
		t.Errorf("%v\n%s", err, told)
	}
	pid, _ := os.ReadFile(mark)
	if _, err := os.Stat("/proc/" + strings.TrimSpace(string(pid))); err == nil {
		t.Errorf("process %s goes on", pid)
	}
}

// A host that goes and comes back, and has begun the edit anew, is sent the workspace again.
func TestHostBeginsAnew(t *testing.T) {
	h, dir := newHost(t), t.TempDir()
	c, told := h.client(filepath.Join(dir, "w"), "echo 2 > bot.py; echo x > "+dir+"/wrote; while [ ! -e "+dir+"/go ]; do sleep 0.01; done")
	ctx, kill := context.WithCancel(t.Context())
	go func() {
		for text, _ := os.ReadFile(dir + "/wrote"); len(text) == 0; text, _ = os.ReadFile(dir + "/wrote") {
			time.Sleep(time.Millisecond)
		}
		h.set(true)
		kill()
	}()
	h.edit(ctx, time.Hour)
	h.write("bot.py", "1") // the state before the edit
	h.Do(0, remote.Waits)
	os.WriteFile(dir+"/go", nil, 0o644)
	go h.set(false)
	if r, err := h.edit(t.Context(), time.Hour); err != nil || r.Ended != edit.Done || h.read("bot.py") != "2" {
		t.Errorf("%+v, %v; the bot is %s", r, err, h.read("bot.py"))
	}
	h.Do(2, remote.Over)
	if err := c.Wait(); err != nil {
		t.Errorf("%v\n%s", err, told)
	}
}

func (h *testHost) set(down bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.down = down
}

// A folder with other files is not touched, and a token that is not valid ends the client.
func TestRefusals(t *testing.T) {
	h, dir := newHost(t), t.TempDir()
	for _, name := range []string{"thesis", remote.TaskFile} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, told := h.client(dir, "true")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if c.Wait() == nil || !strings.Contains(told.String(), "is not the workspace of an agent: name an empty folder with --folder") {
			t.Errorf("a folder with files: %s", told)
		}
		cancel()
	}()
	h.edit(ctx, time.Hour)
	h.token += "x"
	if c, told = h.client(t.TempDir(), "true"); c.Wait() == nil || !strings.Contains(told.String(), "this token is not valid") {
		t.Errorf("a wrong token: %s", told)
	}
}
