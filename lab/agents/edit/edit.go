package edit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/reach"
	"agon/bot/sandbox/port"
)

// How an edit ended, in a [Record].
const (
	Done     = "done"   // by itself, with code 0
	Failed   = "error"  // by itself, with another code or by a signal
	Bell     = "bell"   // its wall time was over
	NoMemory = "memory" // it exceeded a limit: of memory
	NoDisk   = "disk"
	NoCPU    = "cpu"
	Output   = "output"
	NoStart  = "start"  // its command cannot be started
	Absent   = "absent" // it is remote and did not connect
)

// A Record says how an edit went. Whoever keeps it fills in what the tools know: the round, submissions, practice and what was handed in.
type Record struct {
	Round       int             `json:"round"`
	Remote      bool            `json:"remote,omitempty"`  // on a machine of its own: of CPU, Memory and Printed nothing is known
	Ended       string          `json:"ended"`             // one of the constants above
	Code        int             `json:"code"`              // the command's exit code; -1: a signal ended it
	Text        string          `json:"text"`              // the same as a sentence
	Wall        int64           `json:"wall"`              // in milliseconds
	CPU         int64           `json:"cpu"`               // in milliseconds, of all its processes
	Memory      int64           `json:"memory"`            // its most, in bytes
	Disk        int64           `json:"disk"`              // what stands in workspace and home, in bytes
	Printed     int64           `json:"printed"`           // bytes
	Refused     []string        `json:"refused,omitempty"` // connections that the proxy refused, a sentence each
	Submissions int             `json:"submissions"`
	Practice    int             `json:"practice"`           // games
	Handed      string          `json:"handed,omitempty"`   // hash of the version that was handed in; empty: none
	Rejected    string          `json:"rejected,omitempty"` // why the last hand-in was not accepted
	Report      json.RawMessage `json:"report,omitempty"`   // what the agent says of its own costs, a JSON object
}

const (
	mostSent   = 1 << 40  // bytes that servers may send: the wall time bounds them
	mostCall   = 4 << 20  // bytes of a call of a tool
	mostReport = 64 << 10 // bytes
)

// mostPrinted is how much an agent may print before it is ended, in bytes.
var mostPrinted int64 = 256 << 20

// Run has an agent edit and returns how that went. An error is the host's and says nothing about the agent, as does the end of the context.
func Run(ctx context.Context, s Setup) (Record, error) {
	e := &edit{Setup: s, words: transcript{size: keptEnd, hold: s.Secrets.longest()}}
	r, err := e.run(ctx)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Record{}, fmt.Errorf("edit of %s: %w", s.Name, err)
	}
	return r, nil
}

// edit is one that runs.
type edit struct {
	Setup
	process *bot.Process
	ports   *port.Ports
	proxy   *reach.Proxy
	words   transcript

	mu    sync.Mutex
	ended string // why the host ended it; empty: it did not
	text  string
	lost  error // an error of the host's that ended it

	unstarted string // why the program inside did not become the agent
}

func (e *edit) run(ctx context.Context) (Record, error) {
	if err := e.confinable(); err != nil {
		return Record{}, err
	}
	for _, dir := range []string{e.Workspace, e.Home} {
		if err := errors.Join(os.MkdirAll(dir, 0o755), tidy(dir)); err != nil {
			return Record{}, err
		}
	}
	if _, err := room(e.Workspace); err != nil {
		return Record{}, err
	}
	if err := remove(e.Home, reportFile); err != nil {
		return Record{}, err
	}
	command, err := e.command()
	if errors.Is(err, errBadCommand) {
		return Record{Ended: NoStart, Code: failed, Text: fmt.Sprintf("%s: %v", e.Name, err)}, nil
	}
	if err != nil {
		return Record{}, err
	}
	if e.ports, err = port.Open(); err != nil {
		return Record{}, err
	}
	defer e.ports.Close()
	command.Extra = []*os.File{e.ports.Theirs}
	began := time.Now()
	if e.process, err = e.Launcher.Start(command); err != nil {
		return Record{}, err
	}
	exit := e.watched(ctx)
	return e.record(exit, time.Since(began))
}

// confinable returns an error where agents have no network of their own.
func (e *edit) confinable() error {
	err := e.Launcher.Rooted() // opens the sandbox
	switch level := e.Launcher.Level(); {
	case err != nil && level == "unused":
		return err
	case err != nil || e.Launcher.Remote():
		return fmt.Errorf("agents edit only where each has a network of its own, at sandbox level full or namespaces, and this machine "+
			"has level %s (agon sandbox explains why)", level)
	}
	return nil
}

// watched serves a program that runs, and waits for its end and for all that watches it.
func (e *edit) watched(ctx context.Context) bot.Exit {
	e.ports.Theirs.Close()
	e.process.In.Close()
	live, over := context.WithCancel(ctx)
	defer over()
	bell := time.AfterFunc(e.Limits.Wall, func() {
		over()
		e.end(Bell, "was ended by the bell after %v", e.Limits.Wall)
	})
	defer bell.Stop()
	defer context.AfterFunc(ctx, e.process.Kill)()
	var work, words sync.WaitGroup
	for _, pipe := range []io.Reader{e.process.Out, e.process.Err} {
		words.Go(func() { io.Copy(e, pipe) })
	}
	work.Go(func() { e.serve(live) })
	work.Go(func() { e.watchDisk(live) })
	e.process.Wait()
	exit := e.process.CloseAfter(words.Wait)
	over()
	e.ports.Close()
	work.Wait()
	return exit
}

// end ends the edit for a reason, unless it has one.
func (e *edit) end(why, text string, args ...any) {
	e.mu.Lock()
	if e.ended == "" && e.lost == nil {
		e.ended, e.text = why, fmt.Sprintf(text, args...)
	}
	e.mu.Unlock()
	e.process.Kill()
}

// lose ends the edit for an error of the host's.
func (e *edit) lose(err error) {
	e.mu.Lock()
	e.lost = err
	e.mu.Unlock()
	e.process.Kill()
}

// Write takes what the agent prints.
func (e *edit) Write(p []byte) (int, error) {
	if e.words.add(p) > mostPrinted {
		e.end(Output, "was ended: it printed more than %d MiB", mostPrinted>>20)
	}
	return len(p), nil
}

// serve serves the ports until the edit is over, and returns when all calls have.
func (e *edit) serve(ctx context.Context) {
	tools, proxy := e.ports.Receive(), e.ports.Receive()
	e.unstarted = strings.TrimSpace(e.ports.Rest())
	if tools == nil || proxy == nil {
		return
	}
	wall := e.Limits.Wall + time.Minute
	e.proxy = &reach.Proxy{Servers: reach.Servers{Named: named(e.Network)}, Bounds: reach.Bounds{Bytes: mostSent, Idle: wall, Time: wall},
		Others: "is not one of the servers that agents may reach: " + cmp.Or(strings.Join(e.Network, ", "), "there are none")}
	var work sync.WaitGroup
	work.Go(func() { e.proxy.Serve(proxy) })
	calls := &calls{to: e.Tools}
	server := &http.Server{Handler: http.MaxBytesHandler(calls, mostCall), ReadHeaderTimeout: 30 * time.Second, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: log.New(io.Discard, "", 0)}
	server.Serve(tools) // ends with the listener
	server.Close()
	calls.end()
	work.Wait()
}

// named returns addresses in the form of [reach.Servers].
func named(network []string) (list []string) {
	for _, address := range network {
		host, number, _ := net.SplitHostPort(address)
		list = append(list, net.JoinHostPort(strings.ToLower(strings.TrimSuffix(host, ".")), number))
	}
	return list
}

// calls are those of the tools.
type calls struct {
	mu   sync.RWMutex // held by each call
	over bool
	to   http.Handler
}

func (c *calls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	switch {
	case c.over || r.Context().Err() != nil:
		http.Error(w, "the edit is over", http.StatusForbidden)
	case c.to == nil:
		http.Error(w, "this edit has no tools", http.StatusNotFound)
	default:
		c.to.ServeHTTP(w, r)
	}
}

// end waits for all calls and refuses later ones.
func (c *calls) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
}

// record tidies up what the agent left and says how the edit went.
func (e *edit) record(exit bot.Exit, wall time.Duration) (Record, error) {
	e.mu.Lock()
	err := cmp.Or(e.lost, exit.Host)
	e.mu.Unlock()
	if err != nil {
		return Record{}, err
	}
	if err := errors.Join(tidy(e.Workspace), tidy(e.Home)); err != nil {
		return Record{}, err
	}
	used, err := e.used()
	if err != nil {
		return Record{}, err
	}
	r := Record{Code: exit.Code, Wall: wall.Milliseconds(), CPU: exit.CPU.Milliseconds(), Memory: exit.Peak, Disk: used,
		Printed: e.words.total, Report: e.report()}
	r.Ended, r.Text = e.how(exit, used, wall)
	r.Text = e.Name + " " + r.Text
	if e.proxy != nil {
		r.Refused = e.proxy.Refused()
	}
	if e.Transcript != nil {
		_, err = e.Transcript.Write(e.words.text(e.Secrets))
	}
	return r, err
}

// how returns how the edit ended, and says it.
func (e *edit) how(exit bot.Exit, used int64, wall time.Duration) (ended, text string) {
	after := wall.Round(time.Millisecond)
	e.mu.Lock()
	defer e.mu.Unlock()
	switch cause := exit.Cause(); {
	case e.unstarted != "":
		return NoStart, "cannot be started: " + e.unstarted
	case e.ended != "" && exit.Killed:
		ended, text = e.ended, e.text
	case used > e.Limits.Disk:
		return e.full(used)
	case cause == bot.MemoryLimit:
		ended, text = NoMemory, "was ended: "+exit.Fault
	case cause == bot.CPULimit:
		ended, text = NoCPU, "was ended: "+exit.Fault
	case exit.Signal != 0 && cause == bot.DiskLimit:
		ended, text = NoDisk, fmt.Sprintf("was ended: it wrote a file of more than %d MiB", e.Limits.Disk>>20)
	case exit.Code == 0:
		ended, text = Done, fmt.Sprintf("ended after %v", after)
	case exit.Signal != 0:
		ended, text = Failed, fmt.Sprintf("was ended by a signal after %v: %v", after, exit.Signal)
	default:
		ended, text = Failed, fmt.Sprintf("ended with code %d after %v", exit.Code, after)
	}
	if exit.Hit&bot.TasksLimit != 0 {
		text += fmt.Sprintf("; it reached its limit of %d processes and threads", e.Limits.Tasks)
	}
	if exit.Hit&bot.DiskLimit != 0 && ended != NoDisk {
		text += "; its /tmp was full"
	}
	return ended, text
}

// full returns how an edit ends that has written too much.
func (e *edit) full(used int64) (ended, text string) {
	return NoDisk, fmt.Sprintf("was ended: its workspace and home hold %d MiB, and may hold %d MiB", used>>20, e.Limits.Disk>>20)
}

// report returns what the agent says of its costs; nil if that is no JSON object.
func (e *edit) report() json.RawMessage {
	home, err := os.OpenRoot(e.Home)
	if err != nil {
		return nil
	}
	defer home.Close()
	info, err := home.Lstat(reportFile)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostReport {
		return nil
	}
	text, err := home.ReadFile(reportFile)
	if text = e.Secrets.Blank(text); err != nil || json.Unmarshal(text, &map[string]json.RawMessage{}) != nil {
		return nil
	}
	return text
}

// remove removes a file of a folder, or whatever has its name.
func remove(folder, name string) error {
	dir, err := open(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.RemoveAll(name)
}
