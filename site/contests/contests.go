package contests

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/limit"
	"agon/contest/run"
	"agon/contest/store"
	"agon/internal/pattern"
	"agon/internal/regular"
	"agon/lab/agents"
	"agon/show/report"
	"agon/site/database"
	"agon/site/live"
)

// A State is what a contest does.
type State string

// The states.
const (
	Waiting State = "waiting"
	Playing State = "playing"
	Paused  State = "paused"
	Over    State = "over"
	Failed  State = "failed"
)

// A Setup plays contests: it knows the kinds, the formats and the sandbox.
type Setup struct {
	Open    func(ctx context.Context, file string) (*contest.Contest, error)            // prepares the contest of a file
	Options run.Options                                                                 // of every run
	Report  func(ctx context.Context, c *contest.Contest, result *contest.Result) error // writes its report; may be nil
	// Amend opens a contest's folder for decisions; nil: there are none
	Amend func(ctx context.Context, dir string) (*contest.Contest, error)
	// Beside opens the ledger that another process plays; may be nil
	Beside func(ctx context.Context, dir string) (store.Store, error)
	// Fits returns what another file would change in a contest that Amend has opened; see [contest.Contest.Fits]. May be nil
	Fits    func(ctx context.Context, c *contest.Contest, f *config.File) ([]string, error)
	Amended func(ctx context.Context, c *contest.Contest, result *contest.Result) error // writes the report after a decision; may be nil
	// Figures returns those of the games in a contest's folder, whoever plays it; may be nil
	Figures func(ctx context.Context, dir string) (*report.Figures, error)
	Played  func(contest string, p run.Played) // called with every game that counts; may be nil
	// the authors of a contest's submitted bots by their names, as they are called now; may be nil
	Authors func(ctx context.Context, contest string) (map[string]string, error)
	// Remote gives a contest's games to other machines; may be nil
	Remote func(c *contest.Contest) (run.Remote, error)
	// Agents returns how a contest of agents in a folder is played; nil: there are none
	Agents func(f *config.File, dir string) (*agents.Setup, error)
	// the other machines that the contest of a folder knows; may be nil
	Workers func(dir string) []report.Worker
	Slice   time.Duration // of a contest while others wait; 0: a minute
	Answers time.Duration // how long an act waits for its end before it answers; 0: a second
	// an error, in a sentence for everybody, while the disk is too full to play; may be nil
	Room func() error
	Log  func(contest, text string) // what an organiser should know; may be nil
	Now  func() time.Time           // of timetables; nil: time.Now
}

// Contests are those of a site. The methods are safe for concurrent use.
type Contests struct {
	dir   string
	db    *database.Database
	setup Setup

	turns   *turns
	answers time.Duration // how long an act waits for its end before it answers

	games atomic.Int64 // played since the contests were opened

	mu    sync.Mutex
	known map[string]*Contest
	files map[string]file // by folder
	odd   map[string]bool // folders of which was noted why they are no contests

	work   sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
}

// file is a contest file as it was read.
type file struct {
	changed time.Time
	size    int64
	content *config.File
	err     error
}

// A Contest is one of a site's. Its methods are safe for concurrent use.
type Contest struct {
	Name string // of its folder and in addresses
	Path string // of its file

	acts   sync.Mutex  // held while somebody starts, stops or changes it
	redraw atomic.Bool // the next progress makes a table at once

	mu    sync.Mutex
	state State
	why   string
	doing string // what is being done with it; empty: nothing

	deciding      map[string]string // by bot, what the run has still to do with it
	undone, wrong string            // as [Contest.Undone] returns them

	hold  string // why a contest that is playing plays nothing now; empty: it plays
	since time.Time
	table *Table
	stop  context.CancelFunc // of its run; nil if it has none
	ended chan struct{}      // closed when the run has ended
	dirty bool               // the table is newer than the one in the database
	open  *contest.Contest   // during a turn
	has   int                // stages, when it was opened last
	late  map[string]string  // why new bots are left out, by name, as the newest turn found them
	wall  *live.Wall         // nil before the first turn
	meter limit.Meter        // of all turns

	figures figures
	agents  ofAgents

	frozen time.Time     // since when the table is; zero: it is not
	public *Table        // what everybody sees meanwhile; may be nil
	froze  chan struct{} // closed when the table is frozen
}

// FileName is the name of a contest's file in its folder.
const FileName = "contest.toml"

// goodName is what the folder of a contest may be called, since it is a part of addresses.
var goodName = pattern.Of(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// Open returns the contests below a folder, and goes on with those that were playing. Close ends them.
func Open(ctx context.Context, dir string, db *database.Database, setup Setup) (*Contests, error) {
	if setup.Slice <= 0 {
		setup.Slice = time.Minute
	}
	if setup.Room == nil {
		setup.Room = func() error { return nil }
	}
	if setup.Now == nil {
		setup.Now = time.Now
	}
	if setup.Log == nil {
		setup.Log = func(string, string) {}
	}
	dir, err := filepath.Abs(dir) // as what their files name is
	if err != nil {
		return nil, fmt.Errorf("find the folder of the contests: %w", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the contests: %w", err)
	}
	if err := removeUnmade(dir); err != nil {
		return nil, err
	}
	s := &Contests{dir: dir, db: db, setup: setup, turns: &turns{slice: setup.Slice}, answers: cmp.Or(setup.Answers, answersWithin),
		known: map[string]*Contest{}, files: map[string]file{},
		odd: map[string]bool{}}
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := s.restore(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// restore reads what the database knows, and goes on with what was playing.
func (s *Contests) restore(ctx context.Context) error {
	err := s.db.Each(ctx, func(scan func(...any) error) error {
		var name, why string
		var state State
		var since int64
		var frozen int64
		var data, public []byte
		if err := scan(&name, &state, &why, &since, &data, &frozen, &public); err != nil {
			return err
		}
		c := s.unplayed(name)
		c.state, c.why, c.since, c.table = state, why, time.Unix(since, 0), decodeTable(data)
		if frozen != 0 {
			c.frozen, c.public = time.UnixMilli(frozen), decodeTable(public)
			close(c.froze)
		}
		s.known[name] = c
		return nil
	}, `SELECT name, state, why, since, coalesce(table_data, x''), frozen, coalesce(frozen_data, x'') FROM contest`)
	if err != nil {
		return fmt.Errorf("read the contests: %w", err)
	}
	for _, c := range s.known {
		if c.state == Playing {
			s.begin(c)
		}
	}
	return nil
}

// Close stops all runs and waits for them. They go on when the contests are opened again.
func (s *Contests) Close() error {
	s.cancel()
	s.work.Wait()
	var errs []error
	for _, c := range s.known {
		errs = append(errs, s.keepTable(c))
		if wall := c.Wall(); wall != nil {
			wall.Close()
		}
	}
	return errors.Join(errs...)
}

// All returns the contests in the order of their names. A folder that has come since is among them; one that has gone is not.
func (s *Contests) All(ctx context.Context) ([]*Contest, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("read the folder of the contests: %w", err)
	}
	var list []*Contest
	for _, e := range entries {
		if !goodName().MatchString(e.Name()) {
			continue
		}
		path := filepath.Join(s.dir, e.Name(), FileName)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			s.overlooked(e.Name(), regular.Check(path))
			continue
		}
		list = append(list, s.get(e.Name()))
	}
	slices.SortFunc(list, func(a, b *Contest) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Find returns the contest of a name; the error is [fs.ErrNotExist] if there is none.
func (s *Contests) Find(name string) (*Contest, error) {
	if !goodName().MatchString(name) {
		return nil, fs.ErrNotExist
	}
	info, err := os.Stat(filepath.Join(s.dir, name, FileName))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return s.get(name), nil
}

// overlooked notes once why a folder is no contest, if there is more to say than that it has no file.
func (s *Contests) overlooked(name string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if why != nil && !s.odd[name] {
		s.odd[name] = true
		s.setup.Log(name, fmt.Sprintf("it is not shown: %v", why))
	}
}

func (s *Contests) get(name string) *Contest {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.known[name]
	if c == nil {
		c = s.unplayed(name)
		s.known[name] = c
	}
	return c
}

// unplayed returns a contest that nobody has started.
func (s *Contests) unplayed(name string) *Contest {
	return &Contest{Name: name, Path: filepath.Join(s.dir, name, FileName), state: Waiting, froze: make(chan struct{}),
		deciding: map[string]string{}}
}

// Title returns the title of a contest, its name if its file cannot be read.
func (s *Contests) Title(c *Contest) string {
	if f, err := s.File(c); err == nil {
		return f.Name
	}
	return c.Name
}

// File returns a contest's file. It is read again when it has changed.
func (s *Contests) File(c *Contest) (*config.File, error) {
	info, err := os.Stat(c.Path)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.files[c.Name]
	if !ok || !f.changed.Equal(info.ModTime()) || f.size != info.Size() {
		f = file{changed: info.ModTime(), size: info.Size()}
		f.content, f.err = config.Read(c.Path)
		s.files[c.Name] = f
	}
	return f.content, f.err
}

// ReportDir returns the folder of the contest's report.
func (c *Contest) ReportDir() string {
	return filepath.Join(c.Dir(), report.Folder)
}

// Workers returns the other machines that play the contest's games, or have played them since the site was opened.
func (s *Contests) Workers(c *Contest) []report.Worker {
	if s.setup.Workers == nil {
		return nil
	}
	return s.setup.Workers(c.Dir())
}

// Limit returns a sentence that says what limits a contest that workers play; empty if none do, or it is not their turn.
func (s *Contests) Limit(c *Contest) (sentence string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open != nil && s.setup.Workers != nil {
		_, sentence = c.meter.Shares().Limit()
	}
	return sentence
}

// State returns what the contest does, why if it is paused, has failed or waits for room on the disk, and since when.
func (c *Contest) State() (state State, why string, since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == Playing && c.hold != "" {
		return c.state, c.hold, c.since
	}
	return c.state, c.why, c.since
}

// Table returns the contest's table as everybody sees it: the newest, or that of the freeze; nil before the first. It must not be changed.
func (c *Contest) Table() *Table {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen.IsZero() {
		return c.public
	}
	return c.table
}

// Wall returns the screens that show the contest's games, nil if it has not been played since the site was opened.
func (c *Contest) Wall() *live.Wall {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

// Live returns the screen that always shows games, nil if the contest has not been played since the site was opened.
func (c *Contest) Live() *live.Screen {
	if wall := c.Wall(); wall != nil {
		return wall.First()
	}
	return nil
}

// screens is Wall that makes one.
func (c *Contest) screens() *live.Wall {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wall == nil {
		c.wall = live.NewWall()
		if c.table != nil {
			c.wall.Rank(&c.table.Stage)
		}
	}
	return c.wall
}

// A Conflict reports that a contest cannot do what was asked, in a sentence for who asked.
type Conflict struct{ Text string }

func (c *Conflict) Error() string { return c.Text }

// Start starts or resumes a contest.
func (s *Contests) Start(ctx context.Context, c *Contest) error {
	c.acts.Lock()
	defer c.acts.Unlock()
	f, err := s.File(c)
	switch {
	case err != nil:
		return &Conflict{err.Error()}
	case f.Agents != nil && s.setup.Agents == nil:
		return &Conflict{"This site plays no contests of agents."}
	case f.Agents != nil && f.Agents.Repeat > 1:
		return &Conflict{"A site plays a contest of agents once: remove repeat from its file, or play it with agon agents."}
	}
	switch state, _, _ := c.State(); state {
	case Playing:
		return &Conflict{"It is being played already."}
	case Over:
		return &Conflict{"It is over."}
	}
	if err := s.become(ctx, c, Playing, ""); err != nil {
		return err
	}
	s.begin(c)
	return nil
}

// Pause stops a contest until it is started again. If its games do not stop within a second it returns, and they stop soon; see
// [Contest.Doing].
func (s *Contests) Pause(ctx context.Context, c *Contest, why string) error {
	c.acts.Lock()
	if state, _, _ := c.State(); state != Playing {
		c.acts.Unlock()
		return &Conflict{"It is not being played."}
	}
	return s.stopAs(ctx, c, Paused, why, "pausing")
}

// stopAs gives a contest a state in which no games are played, and stops them. The caller holds its lock acts, which stopAs unlocks.
func (s *Contests) stopAs(ctx context.Context, c *Contest, state State, why, doing string) error {
	if err := s.become(ctx, c, state, why); err != nil {
		c.acts.Unlock()
		return err
	}
	c.mu.Lock()
	if c.stop != nil {
		c.stop()
	}
	c.mu.Unlock()
	return s.finish(c, doing, func() error {
		s.halt(c)
		return s.recount(context.WithoutCancel(ctx), c)
	})
}

// recount makes the table and the report of a contest whose run was stopped: it stored games that the newest progress did not have.
func (s *Contests) recount(ctx context.Context, c *Contest) error {
	_, err := s.amend(context.WithoutCancel(ctx), c, func(*contest.Contest) error { return nil }, func(store.Store) error { return nil })
	var conflict *Conflict
	if errors.As(err, &conflict) {
		return nil // it has no games
	}
	return err
}

// Retell makes the table and the report of a contest anew, after authors of its bots are called otherwise. Games that are being played stop
// for a moment.
func (s *Contests) Retell(ctx context.Context, c *Contest) error {
	c.acts.Lock()
	return s.finish(c, "changing", func() error {
		if state, _, _ := c.State(); state != Playing {
			return s.recount(ctx, c)
		}
		s.halt(c)
		err := s.recount(ctx, c)
		s.begin(c)
		return err
	})
}

// become changes a contest's state, in the database first.
func (s *Contests) become(ctx context.Context, c *Contest, state State, why string) error {
	now := time.Now()
	err := s.db.Exec(ctx, `INSERT INTO contest (name, state, why, since) VALUES (?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET state = excluded.state, why = excluded.why, since = excluded.since`, c.Name, string(state), why, now.Unix())
	if err != nil {
		return fmt.Errorf("keep the state of %s: %w", c.Name, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state, c.why, c.since, c.undone, c.wrong = state, why, now, "", ""
	return nil
}
