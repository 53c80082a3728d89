package remote

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"agon/contest/config"
	"agon/lab/agents/edit"
)

// A host serves the agents ann and bob.
type host struct {
	*Server
	t    *testing.T
	file *config.File
	dir  string
	url  string
	held chan struct{} // tools wait for it, if it is not nil
	came chan struct{} // has a value for each call of a tool
}

func newHost(t *testing.T) *host {
	t.Helper()
	h := &host{t: t, dir: t.TempDir(), came: make(chan struct{}, 10)}
	f := &config.File{Name: "Cup", Agents: &config.Agents{Rounds: 3, Agents: []config.Agent{{Name: "ann", Remote: true},
		{Name: "bob", Remote: true}, {Name: "local", Run: "x"}}}}
	h.file, h.Server = f, NewServer(f, h.dir)
	h.dir = filepath.Join(h.dir, Folder)
	s := httptest.NewServer(h.Server)
	h.url = s.URL
	t.Cleanup(s.Close)
	return h
}

func (h *host) token(agent string) string {
	h.t.Helper()
	token, err := NewToken(h.file, filepath.Dir(h.dir), agent)
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// tools is the tools of an edit.
func (h *host) tools(w http.ResponseWriter, r *http.Request) {
	h.came <- struct{}{}
	if h.held != nil {
		select {
		case <-h.held:
		case <-r.Context().Done():
		}
	}
	io.WriteString(w, "tools")
}

// edit opens an edit, and returns what waits for its record.
func (h *host) edit(ctx context.Context, agent string, wall time.Duration, disk int64) func() (edit.Record, error) {
	h.t.Helper()
	work := filepath.Join(h.dir, agent, "workspace")
	for name, text := range map[string]string{"TASK.md": "task", ".git/HEAD": "host's", "lib/a.py": "#!/bin/sh\n"} {
		file := filepath.Join(work, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			h.t.Fatal(err)
		}
	}
	type made struct {
		edit.Record
		error
	}
	over := make(chan made, 1)
	x := edit.Setup{Name: agent, Workspace: work, Limits: edit.Limits{Wall: wall, Disk: disk}, Tools: http.HandlerFunc(h.tools)}
	go func() {
		r, err := h.Edit(ctx, x, 2, func() (int, int) { return 5, 20 })
		over <- made{r, err}
	}()
	for h.open(agent) == "" {
		time.Sleep(time.Millisecond)
	}
	return func() (edit.Record, error) {
		m := <-over
		return m.Record, m.error
	}
}

func (h *host) open(agent string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := h.edits[agent]; o != nil {
		return o.id
	}
	return ""
}

// asks sends a request, and returns the status and the text of the answer.
func (h *host) asks(token, method, path, id string, body io.Reader) (int, string) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.url+path, body)
	if err != nil {
		h.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if id != "" {
		r.Header.Set(EditHeader, id)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer got.Body.Close()
	text, _ := io.ReadAll(got.Body)
	if method == "GET" && path == "/workspace" { // an archive
		return got.StatusCode, string(text)
	}
	return got.StatusCode, strings.TrimSpace(string(text))
}

// wants is asks that expects an answer.
func (h *host) wants(code int, text, token, method, path, id string, body io.Reader) {
	h.t.Helper()
	if got, told := h.asks(token, method, path, id, body); got != code || !strings.Contains(told, text) {
		h.t.Errorf("%s %s: %d %q, want %d %q", method, path, got, told, code, text)
	}
}

// An entry is one of an archive.
type entry struct {
	name string
	text string
	kind byte // 0: a file
	link string
	size int64 // that it claims; 0: its own
}

// archived returns an archive of entries.
func archived(t *testing.T, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: 0o644, Size: max(e.size, int64(len(e.text))), Typeflag: e.kind, Linkname: e.link}
		if e.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, e.text)
	}
	w.Close() // an entry that is too short has no end
	z.Close()
	return b.Bytes()
}

// files returns the files of a workspace.
func (h *host) files(agent string) string {
	var list []string
	dir := filepath.Join(h.dir, agent, "workspace")
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			text, _ := os.ReadFile(path)
			list = append(list, name+"="+strings.TrimSpace(string(text)))
		}
		return nil
	})
	return strings.Join(list, " ")
}

const before = ".git/HEAD=host's TASK.md=task lib/a.py=#!/bin/sh"

// A token is that of one agent; all that is no token is answered alike, whoever exists.
func TestTokens(t *testing.T) {
	h := newHost(t)
	ann, bob := h.token("ann"), h.token("bob")
	info, err := os.Stat(filepath.Join(h.dir, "ann", TokenFile))
	text, _ := os.ReadFile(filepath.Join(h.dir, "ann", TokenFile))
	if err != nil || info.Mode().Perm() != 0o600 || bytes.Contains(text, []byte(ann)) {
		t.Errorf("the file of a token: %v, %q, %v", info.Mode(), text, err)
	}
	if _, err := NewToken(h.file, filepath.Dir(h.dir), "local"); err == nil {
		t.Error("an agent of the host has a token")
	}
	local := "agon_agent_LOCAL"
	if err := errors.Join(os.MkdirAll(filepath.Join(h.dir, "local"), 0o700),
		os.WriteFile(filepath.Join(h.dir, "local", TokenFile), []byte(sum(local)), 0o600)); err != nil {
		t.Fatal(err)
	}
	_, want := h.asks("", "GET", "/edit", "", nil)
	for _, token := range []string{"", "x", "ann", local, ann + "x", ann[:len(ann)-1], string(text)} {
		for _, path := range []string{"/edit", "/workspace", "/nothing", "/ann/edit"} {
			h.wants(http.StatusUnauthorized, want, token, "GET", path, "", nil)
		}
	}
	h.wants(http.StatusOK, `"agent":"ann"`, ann, "GET", "/edit", "", nil)
	h.wants(http.StatusOK, `"agent":"bob"`, bob, "GET", "/edit", "", nil)
	h.wants(http.StatusForbidden, "the edit is over", ann, "GET", "/workspace", "", nil)
	h.wants(http.StatusNotFound, "no such address", ann, "GET", "/ann/edit", "", nil)
	again := h.token("ann")
	h.wants(http.StatusUnauthorized, want, ann, "GET", "/edit", "", nil)
	h.wants(http.StatusOK, `"agent":"ann"`, again, "GET", "/edit", "", nil)
}

// A workspace comes and goes; the repository is the host's.
func TestWorkspace(t *testing.T) {
	h := newHost(t)
	ann := h.token("ann")
	wait := h.edit(t.Context(), "ann", time.Hour, 32<<20)
	code, sent := h.asks(ann, "GET", "/workspace", "", nil)
	z, err := zstd.NewReader(strings.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(z); ; {
		x, err := r.Next()
		if err != nil {
			break
		}
		names = append(names, fmt.Sprintf("%s %o", x.Name, x.Mode))
	}
	if got := strings.Join(names, ", "); code != 200 || got != "TASK.md 755, lib/ 755, lib/a.py 755" {
		t.Errorf("%d: %s", code, got)
	}
	h.wants(204, "", ann, "PUT", "/workspace", "", bytes.NewReader(archived(t, entry{name: "./", kind: tar.TypeDir},
		entry{name: "bot.py", text: "1"}, entry{name: ".git/config", text: "theirs"}, entry{name: "a/b/", kind: tar.TypeDir})))
	if got := h.files("ann"); got != ".git/HEAD=host's bot.py=1" {
		t.Error(got)
	}
	h.wants(200, "tools", ann, "POST", "/call", h.open("ann"), strings.NewReader("{}"))
	h.wants(409, "another edit has begun", ann, "POST", "/call", "before", strings.NewReader("{}"))
	h.wants(422, "a report of costs is a JSON object", ann, "POST", "/done", "", strings.NewReader("[3]"))
	h.wants(204, "", ann, "POST", "/done", "", strings.NewReader(`{"tokens": 3}`))
	r, err := wait()
	if err != nil || r.Ended != edit.Done || !r.Remote || string(r.Report) != `{"tokens": 3}` ||
		!strings.Contains(r.Text, "; it edited on a machine of its own") {
		t.Errorf("%+v, %v", r, err)
	}
	h.wants(403, "the edit is over", ann, "POST", "/call", "", strings.NewReader("{}"))
	h.wants(200, `"doing":"waits"`, ann, "GET", "/edit", "", nil)
}

// What cannot be a workspace is refused in one sentence, and changes nothing.
func TestBadWorkspaces(t *testing.T) {
	h := newHost(t)
	ann := h.token("ann")
	wait := h.edit(t.Context(), "ann", time.Hour, 17<<20)
	good := archived(t, entry{name: "bot.py", text: strings.Repeat("x", 1000)})
	noise := make([]byte, 20<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	deep := strings.Repeat("d/", 120) + "f"
	var many []entry
	for i := range 5000 {
		many = append(many, entry{name: fmt.Sprint("f", i)})
	}
	for name, body := range map[string][]byte{
		"nothing":              nil,
		"no archive":           []byte("hello"),
		"a zip":                []byte("PK\x03\x04"),
		"cut":                  good[:len(good)/2],
		"cut at the end":       good[:len(good)-3],
		"another byte":         append([]byte{good[0] ^ 1}, good[1:]...),
		"no entries":           archived(t),
		"a folder alone":       archived(t, entry{name: "./", kind: tar.TypeDir}),
		"an absolute name":     archived(t, entry{name: "/etc/passwd", text: "x"}),
		"out of the folder":    archived(t, entry{name: "../x", text: "x"}),
		"out, in the middle":   archived(t, entry{name: "a/../../x", text: "x"}),
		"a link":               archived(t, entry{name: "x", kind: tar.TypeSymlink, link: "bot.py"}),
		"a link out":           archived(t, entry{name: "x", kind: tar.TypeSymlink, link: "/etc"}),
		"a hard link":          archived(t, entry{name: "a", text: "x"}, entry{name: "b", kind: tar.TypeLink, link: "a"}),
		"a pipe":               archived(t, entry{name: "x", kind: tar.TypeFifo}),
		"a device":             archived(t, entry{name: "x", kind: tar.TypeChar}),
		"two of one name":      archived(t, entry{name: "x", text: "1"}, entry{name: "x", text: "2"}),
		"equal but for case":   archived(t, entry{name: "x", text: "1"}, entry{name: "X", text: "2"}),
		"a file as a folder":   archived(t, entry{name: "x", text: "1"}, entry{name: "x/y", text: "2"}),
		"a size that is not":   archived(t, entry{name: "x", text: "1", size: 100}),
		"a size that is huge":  archived(t, entry{name: "x", text: "1", size: 1 << 40}),
		"a NUL":                archived(t, entry{name: "x", text: "1"}, entry{name: "a\\b", text: "1"}),
		"too deep":             archived(t, entry{name: deep, text: "x"}),
		"a long name":          archived(t, entry{name: strings.Repeat("n", 300), text: "x"}),
		"a bomb":               archived(t, entry{name: "x", text: strings.Repeat("\x00", 100<<20)}),
		"too many small files": archived(t, many...),
		"too much":             archived(t, entry{name: "x", text: string(noise)}),
		"too much that is not": noise,
	} {
		code, told := h.asks(ann, "PUT", "/workspace", "", bytes.NewReader(body))
		if code != 422 && code != 413 || strings.Contains(told, "\n") || !strings.HasPrefix(told, "the workspace was refused: ") ||
			strings.Contains(told, h.dir) {
			t.Errorf("%s: %d %q", name, code, told)
		}
		if got := h.files("ann"); got != before {
			t.Fatalf("after %s the workspace has %.300s", name, got)
		}
	}
	left, err := os.ReadDir(filepath.Join(h.dir, "ann"))
	if err != nil || len(left) != 2 { // token and workspace
		t.Errorf("beside the workspace: %v, %v", left, err)
	}
	h.wants(204, "", ann, "PUT", "/workspace", "", bytes.NewReader(good))
	h.wants(204, "", ann, "POST", "/done", "", nil)
	wait()
}

// At the bell a call and an upload that go on end, and nothing counts that comes later.
func TestBell(t *testing.T) {
	h := newHost(t)
	h.held = make(chan struct{})
	ann := h.token("ann")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	wait := h.edit(ctx, "ann", 500*time.Millisecond, 32<<20)
	called := make(chan string, 1)
	go func() {
		_, told := h.asks(ann, "POST", "/call", "", strings.NewReader("{}"))
		called <- told
	}()
	<-h.came
	// an upload of which a part comes; it waits for the call, and is refused
	c := upload(t, h, ann)
	r, err := wait()
	if err != nil || r.Ended != edit.Bell || !strings.Contains(r.Text, "ann was ended by the bell after 500ms") {
		t.Errorf("%+v, %v", r, err)
	}
	<-called
	if answer := answerOf(t, c); !strings.Contains(answer, "the edit is over") {
		t.Errorf("the upload: %q", answer)
	}
	if got := h.files("ann"); got != before {
		t.Error(got)
	}
	wait = h.edit(t.Context(), "bob", 10*time.Millisecond, 32<<20)
	if r, err := wait(); err != nil || r.Ended != edit.Absent || r.Text != "bob did not connect in round 2" {
		t.Errorf("%+v, %v", r, err)
	}
}

// upload sends a part of a workspace over a connection of its own.
func upload(t *testing.T, h *host, token string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	body := archived(t, entry{name: "x", text: "1"})
	fmt.Fprintf(c, "PUT /workspace HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", token, len(body),
		body[:len(body)/2])
	return c
}

// answerOf returns the text of the answer on a connection.
func answerOf(t *testing.T, c net.Conn) string {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A client that vanishes in the middle of an upload changes nothing and holds up nobody; one whose body never ends is ended with the edit.
func TestVanished(t *testing.T) {
	h := newHost(t)
	ann := h.token("ann")
	wait := h.edit(t.Context(), "ann", time.Hour, 32<<20)
	upload(t, h, ann).Close()
	for range 3 {
		h.wants(200, "", ann, "GET", "/workspace", "", nil)
	}
	if got := h.files("ann"); got != before {
		t.Error(got)
	}
	stuck := upload(t, h, ann)
	for h.busy("ann") == 0 {
		time.Sleep(time.Millisecond)
	}
	h.wants(204, "", ann, "POST", "/done", "", nil)
	if r, err := wait(); err != nil || r.Ended != edit.Done {
		t.Errorf("%+v, %v", r, err)
	}
	if answer := answerOf(t, stuck); !strings.Contains(answer, "the edit is over") {
		t.Errorf("the upload: %q", answer)
	}
}

func (h *host) busy(agent string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.requests[agent]
}

// Two clients with one token take turns at the workspace, and an agent has a bounded number of requests.
func TestTwoClients(t *testing.T) {
	h := newHost(t)
	h.held = make(chan struct{})
	ann, bob := h.token("ann"), h.token("bob")
	wait := h.edit(t.Context(), "ann", time.Hour, 32<<20)
	told := make(chan string, mostRequests)
	go func() {
		_, text := h.asks(ann, "POST", "/call", "", strings.NewReader("{}"))
		told <- text
	}()
	<-h.came // the others wait for it
	for range mostRequests - 1 {
		go func() {
			body := archived(t, entry{name: "a", text: "1"}, entry{name: "b", text: "1"})
			code, _ := h.asks(ann, "PUT", "/workspace", "", bytes.NewReader(body))
			told <- fmt.Sprint(code)
		}()
	}
	for h.busy("ann") < mostRequests {
		time.Sleep(time.Millisecond)
	}
	h.wants(429, "ann has 8 requests in progress", ann, "GET", "/edit", "", nil)
	h.wants(200, `"agent":"bob"`, bob, "GET", "/edit", "", nil)
	close(h.held)
	for range mostRequests {
		if text := <-told; text != "tools" && text != "204" {
			t.Error(text)
		}
	}
	if got := h.files("ann"); got != ".git/HEAD=host's a=1 b=1" {
		t.Error(got)
	}
	h.wants(204, "", ann, "POST", "/done", "", nil)
	wait()
}

// A status is answered when something has changed: an edit begins and ends, rounds are played, all is over.
func TestStatus(t *testing.T) {
	h := newHost(t)
	ann := h.token("ann")
	var now Status
	poll := func() Status {
		_, text := h.asks(ann, "GET", "/edit?after="+now.Revision, "", nil)
		now = Status{}
		if err := json.Unmarshal([]byte(text), &now); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return now
	}
	if x := poll(); x.Doing != Waits || x.Contest != "Cup" || x.Rounds != 3 || x.Edit != "" {
		t.Errorf("%+v", x)
	}
	h.Do(2, Edits)
	if x := poll(); x.Doing != Waits || x.Round != 2 {
		t.Errorf("%+v", x)
	}
	ctx, cancel := context.WithCancel(t.Context())
	wait := h.edit(ctx, "ann", time.Hour, 32<<20)
	first := poll()
	if first.Doing != Edits || first.Edit == "" || first.Left < 3_000_000 || first.Submissions != 5 || first.Practice != 20 {
		t.Errorf("%+v", first)
	}
	cancel() // as a host that ends
	if _, err := wait(); err == nil {
		t.Error("an edit that the host ended has a record")
	}
	if x := poll(); x.Doing != Waits {
		t.Errorf("%+v", x)
	}
	wait = h.edit(t.Context(), "ann", time.Hour, 32<<20)
	if x := poll(); x.Edit == first.Edit || x.Edit == "" {
		t.Errorf("%+v", x)
	}
	h.wants(204, "", ann, "POST", "/done", now.Edit, nil)
	wait()
	poll()
	h.Do(2, Plays)
	if x := poll(); x.Doing != Plays {
		t.Errorf("%+v", x)
	}
	h.Do(3, Over)
	if x := poll(); x.Doing != Over {
		t.Errorf("%+v", x)
	}
	h.Told(t.Context())
}
