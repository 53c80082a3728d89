package contests

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"slices"
	"time"

	"agon/contest"
	"agon/show/report"
)

// A Table is the newest state of a contest's games.
type Table struct {
	At    time.Time
	Nth   int          // of the stage, from 0
	Stage report.Stage // with its standings, without what only a report needs
	Left  time.Duration
	Next  time.Duration // from At until games of the next round of play can begin; 0: unknown
	Over  bool          // the whole contest
	Bots  []Bot

	Stages []Progress // of the stages up to this one; nil in a table of an earlier version
	Days   []Day      // how the standings were at the ends of earlier days, in order: those of the last week, and the last before it
}

// A Day is how the standings were when a day had ended.
type Day struct {
	At   time.Time // of the table
	Nth  int       // of its stage
	Bots map[string]Then
}

// Then is where a bot was when a day had ended.
type Then struct {
	Entry  int // its version
	Played int
	Rating float64
	Rank   int // 0: unknown
}

// A Week is what a bot did in the last seven days.
type Week struct {
	Since  time.Time // zero: all games of its version in this stage are newer
	Games  int       // in the stage, of the version that plays
	Rated  bool      // Change is known
	Change float64   // of the rating
}

const week = 7 * 24 * time.Hour

// Week returns what the bot of a standing did in the last seven days.
func (t *Table) Week(l *report.Standing, now time.Time) Week {
	w := Week{Games: l.Played}
	for i := range slices.Backward(t.Days) {
		d := &t.Days[i]
		if d.At.After(now.Add(-week)) {
			continue
		}
		then, ok := d.Bots[l.Name]
		if d.Nth != t.Nth || !ok {
			return w
		}
		w.Since = d.At
		if then.Entry == l.Entry {
			w.Games = max(0, l.Played-then.Played)
		}
		if w.Rated = then.Rating != 0 && l.Rating != 0; w.Rated {
			w.Change = l.Rating - then.Rating
		}
		return w
	}
	return w
}

// remember sets the days from the table before, which may be nil.
func (t *Table) remember(before *Table) {
	if before == nil {
		return
	}
	t.Days = before.Days
	if before.At.Format(time.DateOnly) == t.At.Format(time.DateOnly) {
		return
	}
	d := Day{At: before.At, Nth: before.Nth, Bots: make(map[string]Then, len(before.Stage.Standings))}
	for i := range before.Stage.Standings {
		l := &before.Stage.Standings[i]
		d.Bots[l.Name] = Then{l.Entry, l.Played, l.Rating, l.Rank}
	}
	first := 0 // first one that is needed
	for i := range t.Days {
		if !t.Days[i].At.After(t.At.Add(-week)) {
			first = i
		}
	}
	t.Days = append(slices.Clone(t.Days[first:]), d)
}

// climb sets how many places each bot has climbed since the end of the day before, if its stage was played then.
func (t *Table) climb() {
	if len(t.Days) == 0 || t.Days[len(t.Days)-1].Nth != t.Nth {
		return
	}
	d := &t.Days[len(t.Days)-1]
	t.Stage.Since = d.At.Format("2 Jan")
	for i := range t.Stage.Standings {
		l := &t.Stage.Standings[i]
		then, ok := d.Bots[l.Name]
		l.New = !ok
		if l.Climbed = 0; then.Rank > 0 && l.Rank > 0 {
			l.Climbed = then.Rank - l.Rank
		}
	}
}

// A Progress is how far a stage is, and when it was played.
type Progress struct {
	Began, Ended    time.Time // zero: unknown, or not yet
	Played, Planned int       // games; Planned is 0 if that depends on the games

	offset int // games of the stage before the run, less those of the stages before it in the run
}

// follow sets the progress of the stages from the table before, which may be nil, and from what the run has seen of them, by stage: their
// games, and when they began if that was in this run.
func (t *Table) follow(before *Table, seen map[int]Progress) {
	t.Stages = make([]Progress, t.Nth+1)
	if before != nil {
		copy(t.Stages, before.Stages)
	}
	for nth := range t.Stages {
		x := &t.Stages[nth]
		s, ok := seen[nth]
		if ok && nth < t.Nth {
			x.Played, x.Planned = s.Played, s.Planned
		}
		if x.Began.IsZero() {
			x.Began = s.Began
		}
		if nth > 0 && t.Stages[nth-1].Ended.IsZero() {
			t.Stages[nth-1].Ended = s.Began
		}
	}
	now := &t.Stages[t.Nth]
	now.Played, now.Planned, now.Ended = t.Stage.Played, t.Stage.Planned, time.Time{}
	if t.Stage.Finished {
		now.Ended = t.At
		if before != nil && before.Nth == t.Nth && before.Stage.Finished && len(before.Stages) == t.Nth+1 {
			now.Ended = before.Stages[t.Nth].Ended
		}
	}
}

// A Bot is one of a contest's line-up, in its newest version.
type Bot struct {
	Name, Author string
	Slot         int    // its look
	Out          string // why no games are planned for it: "withdrawn: …", "disqualified: …"; empty if they are
}

// bots returns the line-up of a contest.
func bots(c *contest.Contest) (list []Bot) {
	at := map[string]int{}
	for i, e := range c.Entries {
		b := Bot{Name: e.Name, Author: e.Author, Slot: c.Look(i), Out: c.Out(i)}
		if before, ok := at[e.Name]; ok {
			list[before] = b // an earlier version
			continue
		}
		at[e.Name] = len(list)
		list = append(list, b)
	}
	return list
}

// tableVersion begins every kept table. One of another version is computed again.
const tableVersion = 2

func (t *Table) encode() ([]byte, error) {
	b := bytes.NewBuffer([]byte{tableVersion})
	if err := gob.NewEncoder(b).Encode(t); err != nil {
		return nil, fmt.Errorf("keep a table: %w", err)
	}
	return b.Bytes(), nil
}

// decodeTable returns a kept table, nil if it is of another version.
func decodeTable(data []byte) *Table {
	if len(data) == 0 || data[0] != tableVersion {
		return nil
	}
	t := &Table{}
	if err := gob.NewDecoder(bytes.NewReader(data[1:])).Decode(t); err != nil {
		return nil
	}
	return t
}
