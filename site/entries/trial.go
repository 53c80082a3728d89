package entries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// A Trial is the last part of the check of a version in a contest with a gate: games against the version that plays meanwhile, and others.
type Trial struct {
	Contest *Contest
	Bot     Bot
	Names   [2]string // of the version that plays, and of the new one
	Folders [2]string // with their files
	Dir     string    // for the games; those of a trial that was cut off are there
}

// An Outcome is how a trial ended.
type Outcome struct {
	Promoted bool   // the new version plays from now on
	Told     string // why, in sentences
	Games    []int  // numbers of the games of its comparisons, which have the folders 1, 2 … of [Trial.Dir]

	before int64 // the version that played meanwhile; 0: none did
}

// A Trier plays a trial, or the rest of it, and decides. How it stands goes to log. An error is the host's.
type Trier func(ctx context.Context, t *Trial, log io.Writer) (*Outcome, error)

// trialsKept is how many trials of a bot keep their games: the newest.
const trialsKept = 3

// Why a trial ends before its games: causes of its context, and what is told then.
var (
	errInsisted = problem("Its author lets it play without the rest of its trial.")
	errReplaced = problem("A newer version was handed in before its trial had ended.")
	errChosen   = problem("Its author chose what plays before its trial had ended.")
)

// TrialDir returns the folder with the games of a version's trial.
func (e *Entries) TrialDir(bot int64, number int) string {
	return filepath.Join(filepath.Dir(e.dir), "trials", strconv.FormatInt(bot, 10), strconv.Itoa(number))
}

// tried decides whether a version that has passed its check plays: in a contest with a gate by its trial, unless no version of the bot
// plays.
func (e *Entries) tried(ctx, own context.Context, c *Contest, b *Bot, v *Version, log *running) (*Outcome, error) {
	if c.Promote == "" || e.try == nil || v.Practice {
		return &Outcome{Promoted: !v.Practice}, nil
	}
	newer := false
	err := e.db.Row(ctx, `SELECT coalesce(active, 0), EXISTS (SELECT 1 FROM version n WHERE n.bot = b.id AND n.number > ?2 AND
		(n.state = 'checking' OR n.id = b.active)) FROM bot b WHERE id = ?1`, b.ID, v.Number).Scan(&b.Active, &newer)
	switch {
	case err != nil:
		return nil, err
	case newer:
		return &Outcome{Told: errReplaced.Error()}, nil
	case b.Active == 0:
		return &Outcome{Promoted: true, Told: "It plays without a trial: no version of the bot played before."}, nil
	}
	active, err := scanVersion(e.db.Row(ctx, `SELECT `+versionColumns+` FROM version WHERE id = ?`, b.Active).Scan)
	if err != nil {
		return nil, err
	}
	t := &Trial{Contest: c, Bot: *b, Dir: e.TrialDir(b.ID, v.Number)}
	for i, version := range []*Version{active, v} {
		if t.Folders[i], err = e.folderOf(own, version); err != nil {
			return nil, err
		}
		t.Names[i] = fmt.Sprintf("%s v%d", b.Name, version.Number)
	}
	if err := e.prune(b.ID, v.Number); err != nil {
		return nil, err
	}
	e.mu.Lock()
	log.tried = b.ID
	e.mu.Unlock()
	signal(e.wake) // it holds no lane any more
	fmt.Fprintf(log, "It passed its check, and is tried against version %d, which plays meanwhile.\n", active.Number)
	began := e.now()
	out, err := e.try(own, t, log)
	e.mu.Lock()
	log.free += e.now().Sub(began) // of the processors for matches
	e.mu.Unlock()
	switch why := context.Cause(own); {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(why, errInsisted), errors.Is(why, errReplaced), errors.Is(why, errChosen):
		return &Outcome{Promoted: errors.Is(why, errInsisted), Told: why.Error(), before: active.ID}, nil
	case why != nil:
		return nil, why
	case err == nil:
		out.before = active.ID
	}
	return out, err
}

// prune makes room for the games of the trial of a version.
func (e *Entries) prune(bot int64, number int) error {
	dir := filepath.Dir(e.TrialDir(bot, number))
	err := os.MkdirAll(e.TrialDir(bot, number), 0o700)
	old, failed := os.ReadDir(dir)
	for _, d := range old {
		if n, _ := strconv.Atoi(d.Name()); n <= number-trialsKept {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, d.Name())))
		}
	}
	return errors.Join(err, failed)
}

// endTrial ends the trial of a version of a bot for a reason, of any of them if version is 0. It returns a channel that is closed when what
// became of it is kept, nil if there is none.
func (e *Entries) endTrial(bot, version int64, why error) (ended chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, r := range e.live {
		if r.tried == bot && (version == 0 || version == id) {
			r.cancel(why)
			ended = r.ended
		}
	}
	return ended
}

// with returns the verdict of a check with the outcome of the trial after it, if the contest has trials.
func (o *Outcome) with(verdict string) string {
	var all map[string]any
	if o.Told == "" || json.Unmarshal([]byte(verdict), &all) != nil || all == nil {
		return verdict
	}
	found, _ := all["findings"].([]any)
	all["findings"] = append(found, map[string]any{"what": "trial", "good": o.Promoted, "told": o.Told})
	all["trial"] = o.Games
	text, _ := json.Marshal(all) // it was JSON
	return string(text)
}
