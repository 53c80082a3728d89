package alerts

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"agon/contest/run"
	"agon/format/tournament"
	"agon/internal/pattern"
	"agon/show/report"
)

// restAfter is the usual number of games running with a crash or a late move after which a bot rests.
const restAfter = 5

// resting are the faults that a bot rests for, with their words.
var resting = map[string]string{
	"late": "was late", "time": "was late", "crashed": "crashed", "gone": "crashed", "memory": "used too much memory",
	"disk": "used too much disk", "unstarted": "did not start",
}

// Faults are numbers of games with a fault, by bot and fault.
type Faults map[string]map[string]int

// Text returns which faults a bot has, "3 games late, 1 game crashed"; empty for none.
func Text(faults map[string]int) string {
	text := ""
	for _, fault := range slices.Sorted(maps.Keys(faults)) {
		if n := faults[fault]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("%s %s", report.Counted(n, "game"), fault)
		}
	}
	return text
}

// streak is a number of games running with a fault.
type streak struct {
	games, silent int                // silent are those without a move of its own
	how           tournament.Silence // of these
}

// A Rest is a bot that is to rest.
type Rest struct {
	Contest, Bot, Why string
	PlaysOn           bool // it stays in its stage all the same, where it would lose the games that are left
}

// Played takes a game of a contest into account.
func (a *Alerts) Played(contest string, p run.Played) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running[contest] == nil {
		a.running[contest] = map[string]streak{}
	}
	for _, b := range p.Bots {
		why := ""
		for _, fault := range slices.Sorted(maps.Keys(b.Faults)) {
			a.count(contest, b.Name, fault, 1)
			if why == "" {
				why = resting[fault]
			}
		}
		if why == "" {
			delete(a.running[contest], b.Name)
			continue
		}
		now := a.running[contest][b.Name].and(b.Silent)
		if a.running[contest][b.Name] = now; now.games < a.setup.After {
			continue
		}
		delete(a.running[contest], b.Name)
		a.rests = append(a.rests, Rest{contest, b.Name, now.why(why, p.Game+1), p.DrawnOnce})
		select {
		case a.wake <- struct{}{}:
		default:
		}
	}
}

// and returns the streak with one more game.
func (s streak) and(how tournament.Silence) streak {
	s.games++
	if how != 0 {
		s.silent++
		s.how |= how
	}
	return s
}

// why returns why a bot rests, which had a fault in this game: "it crashed in game 7, the last of 5 games running with a fault".
func (s streak) why(fault string, game int) string {
	if s.silent == s.games {
		return fmt.Sprintf("it %v (game %d is the last of %d in a row)", s.how, game, s.games)
	}
	return fmt.Sprintf("it %s in game %d, the last of %d games running with a fault", fault, game, s.games)
}

// told matches the game that why names, at the end of a text that may begin with any name.
var told = pattern.Of(`.*\bgame (\d+)(?:, the last| is the last) of \d+ `)

// gameOf returns the number of the game that the text of an alert names; 0 if it names none.
func gameOf(text string) int {
	found := told().FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	number, _ := strconv.Atoi(found[1])
	return number
}

// count adds games with a fault. The caller holds a.mu.
func (a *Alerts) count(contest, bot, fault string, games int) {
	if a.faults[contest] == nil {
		a.faults[contest] = Faults{}
	}
	if a.faults[contest][bot] == nil {
		a.faults[contest][bot] = map[string]int{}
	}
	a.faults[contest][bot][fault] += games
	a.changed[contest] = true
}

// Faults returns the faults of a contest.
func (a *Alerts) Faults(contest string) Faults {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := Faults{}
	for bot, faults := range a.faults[contest] {
		all[bot] = maps.Clone(faults)
	}
	return all
}

// Take returns the bots that are to rest, once.
func (a *Alerts) Take() []Rest {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := a.rests
	a.rests = nil
	return list
}

// read reads the faults that were stored.
func (a *Alerts) read(ctx context.Context) error {
	err := a.db.Each(ctx, func(scan func(...any) error) error {
		var contest, bot, fault string
		var n int
		err := scan(&contest, &bot, &fault, &n)
		if err == nil {
			a.count(contest, bot, fault, n)
		}
		return err
	}, `SELECT contest, bot, fault, n FROM faults`)
	if err != nil {
		return fmt.Errorf("read the faults of bots: %w", err)
	}
	clear(a.changed)
	return nil
}

// keep stores the faults that have changed.
func (a *Alerts) keep(ctx context.Context) error {
	a.mu.Lock()
	names := slices.Collect(maps.Keys(a.changed))
	clear(a.changed)
	a.mu.Unlock()
	for _, name := range names {
		all := a.Faults(name)
		err := a.db.Write(ctx, func(tx *sql.Tx) error {
			for bot, faults := range all {
				for fault, n := range faults {
					if _, err := tx.Exec(`INSERT OR REPLACE INTO faults (contest, bot, fault, n) VALUES (?, ?, ?, ?)`, name, bot, fault,
						n); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("keep the faults of bots: %w", err)
		}
	}
	return nil
}

// Seen returns when a person has last marked the faults of a contest as seen, zero if never, and the faults of then.
func (a *Alerts) Seen(ctx context.Context, person int64, contest string) (at time.Time, faults Faults, err error) {
	var millis int64
	var text string
	err = a.db.Row(ctx, `SELECT at, faults FROM visit WHERE person = ? AND contest = ?`, person, contest).Scan(&millis, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return at, nil, nil
	}
	if err != nil {
		return at, nil, fmt.Errorf("read the visit before: %w", err)
	}
	return time.UnixMilli(millis), faults, json.Unmarshal([]byte(text), &faults)
}

// MarkSeen marks the faults of a contest as seen by a person.
func (a *Alerts) MarkSeen(ctx context.Context, person int64, contest string) error {
	text, err := json.Marshal(a.Faults(contest))
	if err != nil {
		return err
	}
	return a.db.Exec(ctx, `INSERT OR REPLACE INTO visit (person, contest, at, faults) VALUES (?, ?, ?, ?)`,
		person, contest, a.setup.Now().UnixMilli(), string(text))
}
