/*
Package desk is what an agent may use while it edits in a contest of agents: the tools of package tools, with rights and budgets, and
submit, budget and opponents besides.

	desk.go   the desk: its setup, budgets, and the bell
	room.go   where a call runs: what names mean, and what the agent may read
	own.go    the tools of an edit alone: submit, budget, opponents, logs
	copy.go   copies of what stands in the workspace

# Rights

Bots are named by paths in the workspace, as builtin:NAME, as mine@R (the agent's own version of round R), and, if the contest shows all
code, as rival:NAME@R. Recorded games are files in the workspace, or games of the rounds before as far as the contest shows them. A path is
copied out of the workspace before anything reads it: regular files alone, no links, in bounded size and number. Nothing is written into
the workspace; what a tool writes is in its result.

# Budgets

Games count before they are played, and what a comparison did not need is given back. Commands of one agent run one at a time, each on a
processor of the desk's own. A submission counts when it is checked.

# The bell

After [Desk.Close] nothing is done any more, and calls under way are stopped.
*/
package desk

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"agon/contest/config"
	"agon/lab/tools"
)

// A Setup describes the desk of one edit.
type Setup struct {
	Contest   string // the contest.toml under which bots are checked and played
	Workspace string
	Limits    config.EditLimits
	Sees      string   // one of [config.Sights]
	Agents    []string // names of all agents
	Name      string   // of this agent
	Rounds    int      // the newest round of which there may be versions; 0 is what an agent started with
	Own       string   // path of this binary
	Bots      []string // flags of commands that start bots
	Handed    string   // folder that is made for the version that is handed in
	Dir       string   // the contest's folder, for logs and replays
	Before    string   // what the edit before submitted; empty: what stands in the workspace

	// Versions returns the folder of a version of an agent. It is nil if there are none.
	Versions func(agent string, round int) (folder string, ok bool)
	// Cores has the indexes of processors for games, from the last of this machine on. nil: games are played on all.
	Cores chan int
}

// A Desk is what an agent may use in an edit. It is a [tools.Caller], for concurrent use.
type Desk struct {
	Setup
	table   tools.Table
	started string // hash of the bot when the edit began; empty: there is none that can be read
	failed  error  // of the contest's file
	temp    string // folder for calls

	calls  sync.WaitGroup
	turn   chan struct{} // has a value while no command runs
	bell   context.Context
	ring   context.CancelFunc
	mu     sync.Mutex // guards what follows
	closed bool
	used   used
	bot    string // what was submitted last
	handed string // hash of what was handed in
	tried  string // hash of what was checked last
	why    string // why the last version was refused
}

// used is what an edit has used.
type used struct{ submissions, practice int }

// New returns the desk of an edit that begins.
func New(s Setup) *Desk {
	d := &Desk{Setup: s, turn: make(chan struct{}, 1), bot: s.Before}
	d.turn <- struct{}{}
	d.bell, d.ring = context.WithCancel(context.Background())
	f, err := config.ReadAhead(s.Contest)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(s.Handed), 0o755)
	}
	if err == nil {
		d.temp, err = os.MkdirTemp(filepath.Dir(s.Handed), "desk-") // a killed edit's is removed with what else it left
	}
	if err != nil {
		d.failed = err
		return d
	}
	setup := &tools.Setup{Contest: f.Path, Kind: f.Kind, Under: tools.Under(f), Bots: append([]string{"--handed-in"}, s.Bots...),
		Enter: d.enter}
	d.table = append(setup.Actions(), d.actions()...)
	start := filepath.Join(d.temp, "start")
	if _, err := d.copy(d.bell, d.where(), start); err == nil {
		d.started, d.failed = hash(start)
	}
	return d
}

// where returns what of the workspace is the bot.
func (d *Desk) where() string {
	if d.bot == "" {
		return "."
	}
	return d.bot
}

// Tools returns the tools of the edit.
func (d *Desk) Tools(ctx context.Context) ([]tools.Tool, error) { return d.table.Tools(ctx) }

// over is what every call is told after the bell.
const over = "the edit is over"

// Call calls a tool, until the bell.
func (d *Desk) Call(ctx context.Context, name string, input json.RawMessage) (tools.Result, error) {
	if !d.begin() {
		return tools.Failure(over), nil
	}
	defer d.calls.Done()
	if d.failed != nil {
		return tools.Result{}, d.failed
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.bell, cancel)()
	r, err := d.table.Call(ctx, name, input)
	if err != nil && d.bell.Err() != nil {
		return tools.Failure(over), nil
	}
	r.Text, r.Data = d.scrub(r.Text), json.RawMessage(d.scrub(string(r.Data)))
	return r, err
}

// begin reports whether a call may begin.
func (d *Desk) begin() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed {
		d.calls.Add(1)
	}
	return !d.closed
}

// scrub removes paths of this machine from a text.
func (d *Desk) scrub(text string) string {
	for _, path := range []string{d.temp, d.Workspace, filepath.Dir(d.Setup.Handed), d.Dir, filepath.Dir(d.Contest)} { // from the longest
		if filepath.IsAbs(path) && filepath.Dir(path) != path {
			text = strings.ReplaceAll(strings.ReplaceAll(text, path+"/", ""), path, ".")
		}
	}
	return text
}

// Used returns the numbers of submissions and practice games so far.
func (d *Desk) Used() (submissions, practice int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.used.submissions, d.used.practice
}

// Handed returns the hash of the version that was handed in, which is in the folder of the setup, or "", and why the last one that was
// tried was refused.
func (d *Desk) Handed() (hash, refused string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.handed, d.why
}

// Bot returns what was submitted last, for [Setup.Before] of the next edit.
func (d *Desk) Bot() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.bot
}

// Close rings the bell. If nothing was handed in, and what stands in the workspace has changed since the edit began and since it was
// checked, it is checked as a submission that does not count.
func (d *Desk) Close(ctx context.Context) error {
	d.mu.Lock()
	closed := d.closed
	d.closed = true
	d.mu.Unlock()
	d.ring()
	d.calls.Wait()
	if closed {
		return nil
	}
	defer os.RemoveAll(d.temp)
	if d.failed != nil {
		return d.failed
	}
	if d.handed != "" {
		return nil
	}
	folder := filepath.Join(d.temp, "bell")
	if _, err := d.copy(ctx, d.where(), folder); err != nil {
		d.why = d.scrub(err.Error())
		return ctx.Err()
	}
	sum, err := hash(folder)
	switch {
	case err != nil:
		return err
	case sum == "":
		d.why = "the workspace has no bot"
	case sum != d.started && sum != d.tried:
		_, err = d.check(ctx, d.commands(), folder, sum)
	}
	return err
}

// commands runs commands outside calls.
func (d *Desk) commands() *tools.Commands { return &tools.Commands{Own: d.Own, Dir: d.temp} }
