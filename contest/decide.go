package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/contest/config"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
)

// A Decision is an organiser's decision about a contest that has begun.
type Decision struct {
	What  store.What // Withdrawn, Barred, Reinstated or Again
	Bot   string     // of the first three: the bot's name
	Games []int      // of Again: IDs
	Stage string     // of Again, if Games is empty: the stage's name
	Why   string
	By    string // who decided; empty: the organiser
}

// Impossible is the error of a decision that the contest, as it is, rules out.
type Impossible struct{ Text string }

func (i *Impossible) Error() string { return i.Text }

func impossible(format string, args ...any) error { return &Impossible{fmt.Sprintf(format, args...)} }

// Amend opens and locks a contest for decisions, from its ledger alone. If a run is in progress the error is a [*Conflict].
func Amend(ctx context.Context, dir string, r Recalling) (*Contest, error) {
	release, err := Hold(dir)
	if err != nil {
		return nil, err
	}
	c, err := Recall(ctx, dir, r)
	if err != nil {
		return nil, errors.Join(conflicting(err), release())
	}
	c.unlock = release
	return c, nil
}

// Decide stores a decision. It takes effect with the next round of play that is planned, and in tables at once. text is the decision as a
// sentence. On an error nothing is stored.
func (c *Contest) Decide(ctx context.Context, d Decision) (text string, err error) {
	result, _, err := c.Recount(ctx)
	if err != nil {
		return "", err
	}
	if len(result.Stages) == 0 {
		return "", impossible("the contest in %s has not started", c.Dir)
	}
	s, round := c.taking(result)
	var fitted []store.Change
	if d.What == store.Again {
		fitted, err = c.again(result, d)
	} else {
		var change store.Change
		if change, err = decided(c.lineup, d, c.now()); err == nil {
			fitted, err = c.effect(StageState{s.Ledger.Stage(), round, &s.Field, s.Ledger}, []store.Change{change})
		}
	}
	if err != nil {
		return "", err
	}
	if err := c.store.Change(ctx, fitted...); err != nil {
		return "", fmt.Errorf("keep the decision: %w", err)
	}
	c.changes = append(c.changes, fitted...)
	for _, change := range fitted {
		c.lineup = c.lineup.After(change)
	}
	return c.lineup.Describe(fitted[0], c.Stages[fitted[0].Stage].Name), nil
}

// taking returns the stage that takes a decision about a bot, and from which round of play on: the newest that has begun, or after it if it
// has ended and another follows. One that ended because too few bots were left may go on.
func (c *Contest) taking(result *Result) (s *StageResult, round int) {
	at := len(result.Stages) - 1
	if at > 0 && !c.Begun(at, result.Stages[at].Ledger.Planned()) {
		at--
	}
	s = &result.Stages[at]
	if s.Finished && at+1 < len(c.Stages) && !tournament.Deserted(s.Stage.play, &s.Field, s.Ledger) {
		return s, tournament.After
	}
	return s, s.Ledger.Rounds()
}

// organiser is who decided if nobody is named: a change without a name comes from the contest's file.
const organiser = "the organiser"

// decided returns a decision about a bot of a line-up as a change.
func decided(line ledger.Lineup, d Decision, now time.Time) (store.Change, error) {
	at := line.Newest(d.Bot)
	if at < 0 {
		return store.Change{}, impossible("no bot named %q; the bots are %s", d.Bot, strings.Join(line.Names(), ", "))
	}
	e := &line[at]
	out := e.Out == store.Withdrawn || e.Out == store.Barred
	switch {
	case d.What == store.Reinstated && !out:
		return store.Change{}, impossible("%s is neither disqualified nor withdrawn", d.Bot)
	case d.What == store.Withdrawn && out, d.What == store.Barred && e.Out == store.Barred:
		return store.Change{}, impossible("%s is already %s", d.Bot, e.OutText())
	}
	return store.Change{At: now, What: d.What, Entry: at, Instead: -1, Why: d.Why, By: cmp.Or(d.By, organiser)}, nil
}

// again returns the changes for a decision to replay games.
func (c *Contest) again(result *Result, d Decision) ([]store.Change, error) {
	s := &result.Stages[len(result.Stages)-1]
	nth := s.Ledger.Stage()
	games := slices.Clone(d.Games)
	if len(games) == 0 {
		at := slices.IndexFunc(c.Stages, func(s Stage) bool { return s.Name == d.Stage })
		switch {
		case at < 0:
			return nil, impossible("the contest has no stage %q", d.Stage)
		case at < nth:
			return nil, c.followed(at)
		case at > nth:
			return nil, impossible("stage %q has not started", d.Stage)
		}
		for id := s.Ledger.Next() - s.Ledger.Planned(); id < s.Ledger.Next(); id++ {
			if s.Ledger.Has(id) {
				games = append(games, id)
			}
		}
	}
	slices.Sort(games)
	games = slices.Compact(games)
	for _, id := range games {
		if err := c.replayable(result, id); err != nil {
			return nil, err
		}
	}
	if len(games) == 0 {
		return nil, impossible("stage %q has no games to replay", d.Stage)
	}
	return []store.Change{{
		At: c.now(), What: store.Again, Why: d.Why, By: cmp.Or(d.By, organiser), Entry: -1, Instead: -1, Stage: nth,
		Round: s.Ledger.Rounds(), Games: games,
	}}, nil
}

// unplayed reports whether a game of the newest stage has no result.
func unplayed(s *StageResult, id int) bool {
	return id >= s.Ledger.Next()-s.Ledger.Planned() && id < s.Ledger.Next() && !s.Ledger.Has(id)
}

// replayable returns why a game cannot be replayed, nil if it can.
func (p *Program) replayable(result *Result, id int) error {
	s := &result.Stages[len(result.Stages)-1]
	switch {
	case id < 0 || id >= s.Ledger.Next():
		return impossible("the contest has no game %d", id+1)
	case id < s.Ledger.Next()-s.Ledger.Planned():
		return p.followed(stageOf(result, id))
	case unplayed(s, id):
		return impossible("game %d has no result yet", id+1)
	case s.Stage.play.Ahead() == 1 && s.Ledger.Fixture(id).Round < s.Ledger.Rounds()-1:
		return impossible("game %d cannot be replayed: later rounds of stage %q were drawn from its result", id+1, s.Stage.Name)
	}
	return nil
}

// Replayable returns which games of a result can be replayed, and how many stand because later rounds or stages were drawn from them. Games
// without a result are neither.
func (p *Program) Replayable(result *Result, games []int) (again []int, stand int) {
	for _, id := range games {
		switch {
		case len(result.Stages) == 0 || unplayed(&result.Stages[len(result.Stages)-1], id):
		case p.replayable(result, id) == nil:
			again = append(again, id)
		default:
			stand++
		}
	}
	return again, stand
}

// followed returns the error of a stage that cannot be replayed since another follows it.
func (p *Program) followed(stage int) error {
	return impossible("stage %q cannot be replayed: stage %q was drawn from it", p.Stages[stage].Name, p.Stages[stage+1].Name)
}

// stageOf returns the stage of a game.
func stageOf(r *Result, id int) int {
	for i := range r.Stages {
		if id < r.Stages[i].Ledger.Next() {
			return i
		}
	}
	return len(r.Stages) - 1
}

// Ask requests a decision from the run in progress, unless the contest as it is now rules it out. The run takes it before it plans its next
// round of play. number is that of the request, which [Journal.Answer] takes.
func Ask(ctx context.Context, s store.Store, d Decision) (number string, err error) {
	if d.What == store.Again {
		return "", &Conflict{"a run is in progress: stop it with Ctrl-C, repeat this command, and run the contest again"}
	}
	if d.What != Reload {
		line, err := ledger.Read(ctx, s)
		if err != nil {
			return "", err
		}
		if _, err := decided(line, d, time.Now()); err != nil {
			return "", err
		}
	}
	events, err := s.Events(ctx)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return "", err
	}
	number = fmt.Sprint(len(events))
	return number, s.Note(ctx, store.Event{At: time.Now(), Topic: store.Request, Of: number, Now: string(text)})
}

// Reload asks the run in progress to read the contest's file again for bots that were added, changed or removed.
const Reload store.What = "reload"

// Reread reads the bots of the contest's file again. On an error nothing has changed.
func (c *Contest) Reread(ctx context.Context) error {
	if c.File.Path == "" {
		return errors.New("this contest has no file")
	}
	f, err := config.Read(c.File.Path)
	if err != nil {
		return err
	}
	begun, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	before := *c
	c.File, c.Entries, c.Refused, c.pending, c.notes = c.File.WithBots(f), nil, nil, nil, nil
	o := opening{c}
	if err = o.enter(ctx); err == nil {
		err = o.arrange(begun.Bots)
	}
	if err == nil {
		err = o.noteTaken(ctx)
	}
	if err != nil {
		*c = before
	}
	return err
}

// Discard discards pending changes that the stage did not accept.
func (c *Contest) Discard(ctx context.Context) error {
	c.pending = nil
	begun, err := c.store.Contest(ctx)
	if err != nil {
		return err
	}
	found := c.Entries
	c.arrangeKept(begun.Bots)
	copy(c.Entries, found)
	return nil
}
