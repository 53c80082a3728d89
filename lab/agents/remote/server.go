package remote

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"agon/contest/config"
	"agon/internal/pattern"
	"agon/lab/agents/edit"
)

// What goes on, in a [Status].
const (
	Waits = "waits" // for the contest to begin or to go on, or for other agents
	Edits = "edits" // the agent edits
	Plays = "plays" // a round is played
	Over  = "over"  // the contest is over
)

// A Status is what goes on for an agent.
type Status struct {
	Revision    string `json:"revision"` // another one after each change
	Contest     string `json:"contest"`  // its title
	Agent       string `json:"agent"`
	Round       int    `json:"round"` // from 1; 0: none has begun
	Rounds      int    `json:"rounds"`
	Doing       string `json:"doing"`          // one of the constants above
	Edit        string `json:"edit,omitempty"` // identifies the edit, for [EditHeader]; empty: the agent does not edit
	Left        int64  `json:"left"`           // of the edit, in milliseconds
	Submissions int    `json:"submissions"`    // left
	Practice    int    `json:"practice"`       // games left
}

// TaskFile is the name of the file in a workspace that says what to do.
const TaskFile = "TASK.md"

// TaskTitle returns the first line of that file.
func TaskTitle(contest string, edit, rounds int) string {
	return fmt.Sprintf("# %s: edit %d of %d", contest, edit, rounds)
}

var taskTitle = pattern.Of(`^# .*: edit \d+ of \d+\n`)

// IsTask reports whether a text is that of such a file.
func IsTask(text []byte) bool { return taskTitle().Match(text) }

// EditHeader is the header in which a request may name the edit that it belongs to.
const EditHeader = "Agon-Edit"

const (
	pollLasts    = 30 * time.Second
	mostRequests = 8           // of an agent at once
	mostReport   = 64 << 10    // bytes
	readTime     = time.Minute // of a request that is no upload
	writeTime    = time.Minute
	endTime      = 5 * time.Second // for answers when the edit is over
)

// over is what requests are told after the bell.
const over = "the edit is over"

// A Server serves the edits of the agents of a contest that are remote. It is an http.Handler, safe for concurrent use.
type Server struct {
	title  string
	rounds int
	dir    string   // that has a folder for each agent
	names  []string // of the remote agents
	nonce  string   // of this server, so that its revisions are those of no other

	mu       sync.Mutex
	round    int
	doing    string
	edits    map[string]*open // by agent
	requests map[string]int   // in progress, by agent
	changes  int
	changed  chan struct{} // closed at the next change
	untold   map[string]bool
}

// NewServer returns the server of the contest of agents in a folder.
func NewServer(f *config.File, dir string) *Server {
	return &Server{title: f.Name, rounds: f.Agents.Rounds, dir: filepath.Join(dir, Folder), names: f.Agents.Remote(),
		nonce: rand.Text()[:8], doing: Waits, edits: map[string]*open{}, requests: map[string]int{}, changed: make(chan struct{}),
		untold: map[string]bool{}}
}

// Do says what goes on in a round, one of the constants of [Status]: agents whose edit is open edit.
func (s *Server) Do(round int, doing string) {
	s.change(func() { s.round, s.doing = round, doing })
}

// change changes something, and says so to those who wait for it.
func (s *Server) change(what func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	what()
	s.changes++
	close(s.changed)
	s.changed = make(chan struct{})
}

// Told waits until every agent that has connected knows that the contest is over, or ctx is done.
func (s *Server) Told(ctx context.Context) {
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		s.mu.Lock()
		left := len(s.untold)
		s.mu.Unlock()
		if left == 0 {
			tick.Stop()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// open is an edit that goes on.
type open struct {
	edit.Setup
	round int
	id    string
	left  func() (submissions, practice int)
	ends  time.Time
	live  context.Context    // until the edit ends
	end   context.CancelFunc // ends it
	turn  chan struct{}      // has a value while no request touches the workspace
	calls sync.WaitGroup

	met, done bool // guarded by the server's lock
	report    json.RawMessage
}

// Edit has a remote agent edit and returns how that went. left returns what is left of its submissions and practice games. An error is the
// host's, or that of ctx.
func (s *Server) Edit(ctx context.Context, x edit.Setup, round int, left func() (submissions, practice int)) (edit.Record, error) {
	parts, err := filepath.Glob(filepath.Join(filepath.Dir(x.Workspace), ".part-*")) // of uploads when the host was killed
	if err != nil {
		return edit.Record{}, err
	}
	for _, part := range parts {
		if err := os.RemoveAll(part); err != nil {
			return edit.Record{}, err
		}
	}
	began := time.Now()
	o := &open{Setup: x, round: round, id: rand.Text(), left: left, ends: began.Add(x.Limits.Wall), turn: make(chan struct{}, 1)}
	o.turn <- struct{}{}
	o.live, o.end = context.WithDeadline(ctx, o.ends)
	defer o.end()
	s.change(func() { s.edits[x.Name] = o })
	<-o.live.Done()
	s.change(func() { delete(s.edits, x.Name) })
	o.calls.Wait()
	if err := ctx.Err(); err != nil {
		return edit.Record{}, err
	}
	return s.record(o, time.Since(began))
}

// record says how an edit went.
func (s *Server) record(o *open, wall time.Duration) (r edit.Record, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r = edit.Record{Remote: true, Wall: wall.Milliseconds(), Report: o.report}
	switch {
	case o.done:
		r.Ended, r.Text = edit.Done, fmt.Sprintf("%s ended after %v", o.Name, wall.Round(time.Millisecond))
	case o.met:
		r.Ended, r.Text = edit.Bell, fmt.Sprintf("%s was ended by the bell after %v", o.Name, o.Limits.Wall)
	default:
		r.Ended, r.Text = edit.Absent, fmt.Sprintf("%s did not connect in round %d", o.Name, o.round)
	}
	if o.met {
		r.Text += "; it edited on a machine of its own"
	}
	r.Disk, err = edit.Used(o.Workspace)
	return r, err
}

// ServeHTTP answers a request of an agent.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	wire, now := http.NewResponseController(w), time.Now() // it may be unable to: then the server's deadlines hold
	wire.SetReadDeadline(now.Add(readTime))
	wire.SetWriteDeadline(now.Add(pollLasts + writeTime))
	agent := s.who(r)
	if agent == "" {
		Unknown(w)
		return
	}
	if !s.admit(agent, 1) {
		http.Error(w, fmt.Sprintf("%s has %d requests in progress, and may have no more", agent, mostRequests), http.StatusTooManyRequests)
		return
	}
	defer s.admit(agent, -1)
	switch r.Method + " " + r.URL.Path {
	case "GET /edit":
		s.status(w, r, agent)
	case "GET /workspace", "PUT /workspace", "GET /tools", "POST /call", "POST /done":
		s.during(w, r, agent)
	default:
		http.Error(w, "there is no such address: agents use edit, workspace, tools, call and done", http.StatusNotFound)
	}
}

// Unknown answers a request whose token is not valid.
func Unknown(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", "Bearer")
	http.Error(w, "this token is not valid: the organiser makes one with agon agents token, or at the contest's desk",
		http.StatusUnauthorized)
}

// admit counts a request of an agent, and reports whether it may have one more.
func (s *Server) admit(agent string, more int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if more > 0 && s.requests[agent] >= mostRequests {
		return false
	}
	s.requests[agent] += more
	return true
}

// status answers with what goes on, when that is news.
func (s *Server) status(w http.ResponseWriter, r *http.Request, agent string) {
	late, cancel := context.WithTimeout(r.Context(), pollLasts)
	defer cancel()
	now, changed := s.now(agent)
	for now.Revision == r.URL.Query().Get("after") && late.Err() == nil {
		select {
		case <-changed:
		case <-late.Done():
		}
		now, changed = s.now(agent)
	}
	w.Header().Set("Content-Type", "application/json")
	if json.NewEncoder(w).Encode(now) == nil && now.Doing == Over {
		s.mu.Lock()
		delete(s.untold, agent)
		s.mu.Unlock()
	}
}

// now returns what goes on for an agent, and a channel that is closed when that changes.
func (s *Server) now(agent string) (x Status, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.untold[agent] = true
	x = Status{Revision: fmt.Sprintf("%s-%d", s.nonce, s.changes), Contest: s.title, Agent: agent, Round: s.round, Rounds: s.rounds,
		Doing: s.doing}
	if o := s.edits[agent]; o != nil && o.live.Err() == nil {
		o.met = true
		x.Doing, x.Edit, x.Round, x.Left = Edits, o.id, o.round, max(0, time.Until(o.ends).Milliseconds())
		x.Submissions, x.Practice = o.left()
	} else if x.Doing == Edits {
		x.Doing = Waits
	}
	return x, s.changed
}

// enter returns the edit of an agent for a request, which calls Done of its calls when it is answered. Else it answers the request.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, agent string) *open {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, id := s.edits[agent], r.Header.Get(EditHeader)
	switch {
	case o == nil || o.live.Err() != nil:
		http.Error(w, over, http.StatusForbidden)
	case id != "" && id != o.id:
		http.Error(w, "another edit has begun: send the workspace again", http.StatusConflict)
	default:
		o.met = true
		o.calls.Add(1)
		return o
	}
	return nil
}

// during answers what may be asked during an edit alone.
func (s *Server) during(w http.ResponseWriter, r *http.Request, agent string) {
	o := s.enter(w, r, agent)
	if o == nil {
		return
	}
	defer o.calls.Done()
	if r.URL.Path == "/done" {
		s.finish(w, r, o)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	wire := http.NewResponseController(w)
	wire.SetReadDeadline(o.ends)
	wire.SetWriteDeadline(o.ends.Add(writeTime))
	defer context.AfterFunc(o.live, func() {
		cancel()
		wire.SetReadDeadline(time.Now()) // a body that does not come, or an answer that is not read, holds up nobody
		wire.SetWriteDeadline(time.Now().Add(endTime))
	})()
	if r.URL.Path == "/tools" {
		o.Tools.ServeHTTP(w, r.WithContext(ctx))
		return
	}
	select {
	case <-o.turn:
		defer func() { o.turn <- struct{}{} }()
	case <-ctx.Done():
		http.Error(w, over, http.StatusForbidden)
		return
	}
	switch {
	case r.URL.Path == "/call":
		o.Tools.ServeHTTP(w, r.WithContext(ctx))
	case r.Method == http.MethodPut:
		o.take(ctx, w, r)
	default:
		o.send(ctx, w)
	}
}

// finish ends an edit, with what the agent reports of its costs.
func (s *Server) finish(w http.ResponseWriter, r *http.Request, o *open) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostReport))
	if err != nil || len(text) > 0 && json.Unmarshal(text, &map[string]json.RawMessage{}) != nil {
		http.Error(w, fmt.Sprintf("a report of costs is a JSON object of at most %d KiB; the edit goes on", mostReport>>10),
			http.StatusUnprocessableEntity)
		return
	}
	s.mu.Lock()
	if o.live.Err() == nil && !o.done {
		o.done, o.report = true, text
	}
	s.mu.Unlock()
	o.end()
	w.WriteHeader(http.StatusNoContent)
}
