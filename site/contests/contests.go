package contests

import (
	"context"
	"database/sql"
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
	"agon/contest/compile"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/diskfree"
	"agon/internal/pattern"
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
	Amend   func(ctx context.Context, dir string) (*contest.Contest, error)             // opens a contest's folder for decisions; nil: there are none
	Beside  func(ctx context.Context, dir string) (store.Store, error)                  // opens the ledger that another process plays; may be nil
	Amended func(ctx context.Context, c *contest.Contest, result *contest.Result) error // writes the report after a decision; may be nil
	Figures func(ctx context.Context, dir string) (*report.Figures, error)              // of the games in a contest's folder, whoever plays it; may be nil
	Played  func(contest string, p run.Played)                                          // is told of every game that counts; may be nil
	Remote  func(c *contest.Contest) (run.Remote, error)                                // what gives a contest's games to other machines; may be nil
	Workers func(dir string) []report.Worker                                            // the other machines that the contest of a folder knows; may be nil
	Slice   time.Duration                                                               // of a contest while others wait; 0: a minute
	Room    func() error                                                                // an error, in a sentence for everybody, while the disk is too full to play; may be nil
	Log     func(contest, text string)                                                  // what an organiser should know; may be nil
}

// Contests are those of a site. The methods are safe for concurrent use.
type Contests struct {
	dir   string
	db    *database.Database
	setup Setup

	cores chan struct{} // one element: who has it plays
	queue atomic.Int64  // runs that wait for the cores
	games atomic.Int64  // played since the contests were opened

	mu    sync.Mutex
	known map[string]*Contest
	files map[string]file // by folder

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
	hold  string // why a contest that is playing plays nothing now; empty: it plays
	since time.Time
	table *Table
	stop  context.CancelFunc // of its run; nil if it has none
	ended chan struct{}      // closed when the run has ended
	dirty bool               // the table is newer than the one in the database
	open  *contest.Contest   // during a turn
	late  map[string]string  // why new bots are left out, by name, as the newest turn found them
	wall  *live.Wall         // nil before the first turn

	figures figures

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
	if setup.Log == nil {
		setup.Log = func(string, string) {}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the contests: %w", err)
	}
	if err := removeUnmade(dir); err != nil {
		return nil, err
	}
	s := &Contests{dir: dir, db: db, setup: setup, cores: make(chan struct{}, 1), known: map[string]*Contest{}, files: map[string]file{}}
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
		if info, err := os.Stat(filepath.Join(s.dir, e.Name(), FileName)); err != nil || !info.Mode().IsRegular() {
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
	return &Contest{Name: name, Path: filepath.Join(s.dir, name, FileName), state: Waiting, froze: make(chan struct{})}
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

// unmade is how the names of folders begin that are to become contests.
const unmade = ".new-"

// removeUnmade removes what a killed server left of contests that nobody was told are made.
func removeUnmade(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, unmade+"*"))
	if err != nil {
		return err
	}
	for _, name := range left {
		if err := os.RemoveAll(name); err != nil {
			return fmt.Errorf("remove a contest that was never made: %w", err)
		}
	}
	return nil
}

// Make makes a contest with a file of this text. A [*Conflict] says why its name cannot be had.
func (s *Contests) Make(ctx context.Context, name, text string) error {
	if !goodName().MatchString(name) {
		return &Conflict{"The name in addresses must have 1 to 64 small letters, digits, dots, hyphens and underscores, and begin with a letter or a digit."}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(s.dir, unmade) // no contest: its name is none
	if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "entries"), 0o755); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o644); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	err = os.Rename(dir, filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrExist) {
		return &Conflict{fmt.Sprintf("There is a contest %q already; choose another name.", name)}
	}
	if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	return nil
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

// A Conflict says that a contest cannot do what was asked, in a sentence for who asked.
type Conflict struct{ Text string }

func (c *Conflict) Error() string { return c.Text }

// Start starts or resumes a contest.
func (s *Contests) Start(ctx context.Context, c *Contest) error {
	c.acts.Lock()
	defer c.acts.Unlock()
	if _, err := s.File(c); err != nil {
		return &Conflict{err.Error()}
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

// Pause stops a contest until it is started again, and returns when its games have stopped.
func (s *Contests) Pause(ctx context.Context, c *Contest, why string) error {
	c.acts.Lock()
	defer c.acts.Unlock()
	if state, _, _ := c.State(); state != Playing {
		return &Conflict{"It is not being played."}
	}
	if err := s.become(ctx, c, Paused, why); err != nil {
		return err
	}
	c.mu.Lock()
	stop, ended := c.stop, c.ended
	c.mu.Unlock()
	if stop == nil {
		return nil
	}
	stop()
	select {
	case <-ended:
		return s.recount(ctx, c)
	case <-ctx.Done():
		return ctx.Err()
	}
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

// become changes a contest's state, in the database first.
func (s *Contests) become(ctx context.Context, c *Contest, state State, why string) error {
	now := time.Now()
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO contest (name, state, why, since) VALUES (?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET state = excluded.state, why = excluded.why, since = excluded.since`, c.Name, string(state), why, now.Unix())
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the state of %s: %w", c.Name, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state, c.why, c.since = state, why, now
	return nil
}

// begin starts the run of a contest that is playing.
func (s *Contests) begin(c *Contest) {
	ctx, stop := context.WithCancel(s.ctx)
	ended := make(chan struct{})
	c.mu.Lock()
	before := c.ended
	c.stop, c.ended = stop, ended
	c.mu.Unlock()
	s.work.Go(func() {
		defer close(ended)
		defer stop()
		if before != nil {
			<-before // of the run that was paused
		}
		s.play(ctx, c)
	})
}

// play plays a contest in turns, until it is over, fails, or ctx is done.
func (s *Contests) play(ctx context.Context, c *Contest) {
	for ctx.Err() == nil {
		if !s.hasRoom(ctx, c) {
			return
		}
		over, err := s.turn(ctx, c)
		if kept := s.keepTable(c); err == nil {
			err = kept
		}
		switch {
		case diskfree.IsFull(err):
			s.held(c, "The site's disk is full: no games are played until there is room.")
			s.setup.Log(c.Name, err.Error())
			if !rest(ctx) {
				return
			}
		case err != nil && ctx.Err() != nil: // it is paused; what else is wrong will be met again
			if !errors.Is(err, context.Canceled) {
				s.setup.Log(c.Name, err.Error())
			}
		case err != nil && !errors.Is(err, context.Canceled):
			s.setup.Log(c.Name, err.Error())
			s.settle(c, Failed, err.Error())
			return
		case over:
			s.settle(c, Over, "")
			return
		}
	}
}

// settle ends a contest's play.
func (s *Contests) settle(c *Contest, state State, why string) {
	if err := s.become(context.WithoutCancel(s.ctx), c, state, why); err != nil {
		s.setup.Log(c.Name, err.Error())
	}
}

// turn waits for the cores and plays for a while.
func (s *Contests) turn(ctx context.Context, c *Contest) (over bool, err error) {
	s.queue.Add(1)
	select {
	case s.cores <- struct{}{}:
		s.queue.Add(-1)
	case <-ctx.Done():
		s.queue.Add(-1)
		return false, ctx.Err()
	}
	defer func() { <-s.cores }()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	begun := time.Now()
	open, err := s.setup.Open(ctx, c.Path)
	if err != nil {
		return false, err
	}
	c.play(open)
	c.leaveOut("", "")
	defer func() {
		c.play(nil)
		err = errors.Join(err, open.Close())
	}()
	o := s.setup.Options
	if s.setup.Remote != nil {
		if o.Remote, err = s.setup.Remote(open); err != nil {
			return false, err
		}
	}
	o.Watch = c.screens().Dealt
	due := time.Time{}
	counted, seen := 0, map[int]Progress{}
	o.Progress = func(p run.Progress) {
		see(seen, p, time.Now())
		s.games.Add(int64(p.Played - counted))
		counted = p.Played
		if s.queue.Load() > 0 && time.Since(begun) > s.setup.Slice {
			stop()
		}
		if time.Now().Before(due) && !c.redraw.Swap(false) {
			return
		}
		if s.setup.Room() != nil {
			stop() // the next turn waits for room
			return
		}
		since := time.Now()
		s.show(c, open, p, seen)
		due = time.Now().Add(max(tableEvery, tableShare*time.Since(since)))
	}
	if s.setup.Played != nil {
		o.Played = func(p run.Played) { s.setup.Played(c.Name, p) }
	}
	o.Note = func(text string) { s.setup.Log(c.Name, text) }
	o.Late = func(bot, why string) {
		c.leaveOut(bot, why)
		s.setup.Log(c.Name, why)
	}
	result, err := run.Run(ctx, open, o)
	if err != nil {
		return false, err
	}
	s.showResult(c, open, result, seen)
	if s.setup.Report != nil {
		if err := s.setup.Report(context.WithoutCancel(ctx), open, result); err != nil {
			return false, err
		}
	}
	return result.Finished, nil
}

// see notes the progress of a stage in a run. Of the stage before it comes to have all games that the run played until this one began.
func see(seen map[int]Progress, p run.Progress, now time.Time) {
	x, ok := seen[p.Stage]
	if !ok && p.Done <= p.Played {
		x.Began = now
	}
	if before, known := seen[p.Stage-1]; !ok && known && !x.Began.IsZero() {
		before.Played = max(before.Played, before.offset+p.Played-p.Done)
		seen[p.Stage-1] = before
	}
	x.Played, x.Planned, x.offset = p.Done, p.Planned, p.Done-p.Played
	seen[p.Stage] = x
}

// play notes the contest that is open during a turn; nil after it.
func (c *Contest) play(open *contest.Contest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = open
}

// leaveOut notes that a new bot cannot join, and why; an empty name forgets all.
func (c *Contest) leaveOut(bot, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bot == "" {
		c.late = map[string]string{}
		return
	}
	c.late[bot] = why
}

// LeftOut returns why a new bot cannot join; empty if it can, or nobody has tried.
func (c *Contest) LeftOut(bot string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.late[bot]
}

// Reload lets the run of a contest, if there is one, read its bots again.
func (s *Contests) Reload(c *Contest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		return // the next turn reads them
	}
	if _, err := contest.Ask(context.WithoutCancel(s.ctx), c.open.Store(), contest.Decision{What: contest.Reload}); err != nil {
		s.setup.Log(c.Name, err.Error())
	}
}

// How often a table is computed at most, and which part of the time that may take.
const (
	tableEvery = time.Second
	tableShare = 40
)

// show makes the newest table from a run's progress, with the stages that the run has seen.
func (s *Contests) show(c *Contest, open *contest.Contest, p run.Progress, seen map[int]Progress) {
	c.set(&Table{At: time.Now(), Nth: p.Stage, Left: p.Left, Bots: bots(open), Stage: stage(open, p.Stage, p.Table(), p.Done, p.Planned, false)}, seen)
}

// showResult makes the table of a run that has ended. seen is as in [Table.follow].
func (s *Contests) showResult(c *Contest, open *contest.Contest, r *contest.Result, seen map[int]Progress) {
	if len(r.Stages) == 0 {
		return
	}
	nth := len(r.Stages) - 1
	last := &r.Stages[nth]
	c.set(&Table{At: time.Now(), Nth: nth, Over: r.Finished, Bots: bots(open), Stage: stage(open, nth, last.Table, last.Ledger.Done(), last.Ledger.Planned()-last.Ledger.GivenUp(), last.Finished)}, seen)
}

// stage returns a stage with its standings.
func stage(c *contest.Contest, nth int, table tournament.Table, done, planned int, finished bool) report.Stage {
	unit, _ := c.Kind.Scale(c.Settings, len(c.Playing()))
	s := report.Stage{
		Name: c.Stages[nth].Name, Format: c.Stages[nth].Format, Played: done, Planned: planned, Finished: finished, Unit: unit, Limit: compile.Limit(c),
		By: table.By, NotApart: table.NotApart, Bracket: table.Bracket, Standings: compile.Standings(c, table),
	}
	if nth+1 < len(c.Stages) {
		s.Next = c.Stages[nth+1].Name
	}
	for i := range s.Standings {
		if s.Standings[i].Broken != "" {
			s.Standings[i].Broken = "it does not start" // the reason may quote its files, and everybody sees the table
		}
	}
	s.Remark(compile.LastOrder(c, nth), table.Rematches)
	return s
}

// set makes a table the newest. seen is as in [Table.follow].
func (c *Contest) set(t *Table, seen map[int]Progress) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t.follow(c.table, seen)
	t.remember(c.table)
	c.table, c.dirty = t, true
	if c.wall != nil {
		c.wall.Rank(&t.Stage)
	}
}

// keepTable stores a contest's newest table, if it is not stored.
func (s *Contests) keepTable(c *Contest) error {
	c.mu.Lock()
	t, dirty := c.table, c.dirty
	c.dirty = false
	c.mu.Unlock()
	if !dirty {
		return nil
	}
	data, err := t.encode()
	if err != nil {
		return err
	}
	return s.db.Write(context.WithoutCancel(s.ctx), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE contest SET table_at = ?, table_data = ? WHERE name = ?`, t.At.UnixMilli(), data, c.Name)
		return err
	})
}
