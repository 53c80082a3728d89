/*
Package retire decides which bots of a contest are retired. A bot that never answers may cost its whole guard in each game, so a bot is
retired when it made no move of its own in three consecutive games ([tournament.Seat.Silence]); its later games are decided without
starting it. A new version of it is an entry of its own, and plays.

Only the plan counts, never the order in which games end, so the table is the same on any number of cores and lanes and after a restart:

  - A bot without an answer in its first three games of the contest is retired for all later games. A result that depends on one of
    these three waits for them; if the bot took part in it and is retired, the game is played again without it.
  - A bot that falls silent later is retired from the first round of play that may depend on it: as many rounds later as the format plans
    ahead.

Games in which a bot answers at all, even with an error or too late, do not count, and neither does the bot's result.
*/
package retire

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"agon/format/tournament"
)

// A Record counts the games in which bots gave no answer. Its methods are safe for concurrent use.
type Record struct {
	mu       sync.Mutex    // guards all below
	ahead    int           // rounds that the stage's format plans ahead
	rounds   []playedRound // of the stage
	complete int           // number of rounds of the stage whose results have been counted

	bots    []answers          // by entry
	silent  map[int][]int      // by game with a result: entries that gave no answer in it; no element for games without any
	retired map[int]retirement // by entry
}

// answers counts an entry's games with and without an answer.
type answers struct {
	first    []int              // IDs of its first games, retireAfter at most
	known    int                // how many of these have a result
	answered bool               // in at least one of these
	running  []int              // its latest consecutive games without an answer, in complete rounds
	how      tournament.Silence // of its games without an answer
}

// playedRound is a round of play of the stage.
type playedRound struct {
	first int     // the ID of its first game
	games []owing // nil once counted
	open  int     // how many of these have no result
}

// owing is a game of a round that has not been counted yet.
type owing struct {
	seats []int // entries
	known bool  // it has a result
	given bool  // it was given up and will have no result
}

// retirement is from when a bot is retired.
type retirement struct {
	after int   // it is absent from the games after this one
	round int   // from this round of play on
	games []int // games in which it gave no answer
	how   tournament.Silence
}

// retireAfter is the number of consecutive games without an answer that retires a bot.
const retireAfter = tournament.SilentAfter

// New returns the record of a contest before its first game.
func New() *Record {
	return &Record{silent: map[int][]int{}, retired: map[int]retirement{}}
}

// Begin starts a stage. Retired bots stay retired.
func (r *Record) Begin(ahead int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ahead, r.rounds, r.complete = ahead, nil, 0
	for entry, gone := range r.retired {
		gone.round = 0
		r.retired[entry] = gone
	}
}

// bot returns the counts of an entry.
func (r *Record) bot(entry int) *answers {
	for len(r.bots) <= entry {
		r.bots = append(r.bots, answers{})
	}
	return &r.bots[entry]
}

// Plan adds fixtures of the stage, in the order of its plan. given holds those that will have no result; it may be nil.
func (r *Record) Plan(fixtures []tournament.Fixture, given map[int]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range fixtures {
		for len(r.rounds) <= f.Round {
			r.rounds = append(r.rounds, playedRound{first: f.ID})
		}
		round, gone := &r.rounds[f.Round], given[f.ID]
		round.games = append(round.games, owing{seats: f.Seats, given: gone})
		if gone {
			continue
		}
		round.open++
		for _, entry := range f.Seats {
			if b := r.bot(entry); len(b.first) < retireAfter && !slices.Contains(b.first, f.ID) {
				b.first = append(b.first, f.ID)
			}
		}
	}
}

// GiveUp removes games that will have no result, and finds the first games of their entries again without them.
func (r *Record) GiveUp(ids []int, l *tournament.Ledger) {
	r.mu.Lock()
	defer r.mu.Unlock()
	again := map[int]bool{}
	for _, id := range ids {
		f := l.Fixture(id)
		round := &r.rounds[f.Round]
		at := id - round.first
		if at >= len(round.games) || round.games[at].given {
			continue
		}
		game := &round.games[at]
		game.given = true
		if !game.known {
			round.open--
		}
		for _, entry := range f.Seats {
			if slices.Contains(r.bot(entry).first, id) {
				again[entry] = true
			}
		}
	}
	if len(again) > 0 {
		r.refill(again, l)
	}
	r.countComplete()
}

// refill determines the first games of entries again, in the order of the plan.
func (r *Record) refill(entries map[int]bool, l *tournament.Ledger) {
	from := l.Next() - l.Planned()
	for entry := range entries { // first games of earlier stages remain
		b := r.bot(entry)
		b.first = slices.DeleteFunc(b.first, func(id int) bool { return id >= from })
		b.known, b.answered = 0, false
		for _, id := range b.first {
			r.learn(b, id, entry)
		}
	}
	for id := from; id < l.Next(); id++ {
		if l.GaveUp(id) {
			continue
		}
		for _, entry := range l.Fixture(id).Seats {
			if b := r.bot(entry); entries[entry] && len(b.first) < retireAfter && !slices.Contains(b.first, id) {
				b.first = append(b.first, id)
				if l.Has(id) {
					r.learn(b, id, entry)
				}
			}
		}
	}
	for entry := range entries {
		r.early(r.bot(entry), entry)
	}
}

// learn counts the result of one of an entry's first games.
func (r *Record) learn(b *answers, id, entry int) {
	b.known++
	b.answered = b.answered || !slices.Contains(r.silent[id], entry)
}

// countComplete counts the complete rounds of play, and returns the bots that they retire.
func (r *Record) countComplete() (now []int) {
	for r.complete < len(r.rounds) && r.rounds[r.complete].open == 0 {
		now = append(now, r.count(r.complete)...)
		r.complete++
	}
	return now
}

// Enter adds a result that stands, and returns the bots that it retires.
func (r *Record) Enter(f tournament.Fixture, result tournament.Result) (now []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if quiet := silentEntries(f, result); quiet != nil {
		r.silent[f.ID] = quiet
	}
	for seat, entry := range f.Seats {
		b := r.bot(entry)
		b.how |= result.Seats[seat].Silence()
		if !slices.Contains(b.first, f.ID) || slices.Contains(f.Seats[:seat], entry) {
			continue
		}
		r.learn(b, f.ID, entry)
		if r.early(b, entry) {
			now = append(now, entry)
		}
	}
	round := &r.rounds[f.Round]
	round.games[f.ID-round.first].known = true
	round.open--
	now = append(now, r.countComplete()...)
	slices.Sort(now)
	return now
}

// silentEntries returns the entries that gave no answer in a game from any of their seats.
func silentEntries(f tournament.Fixture, result tournament.Result) (quiet []int) {
	for seat, entry := range f.Seats {
		if result.Seats[seat].Silence() == 0 || slices.Contains(quiet, entry) {
			continue
		}
		quiet = append(quiet, entry)
	}
	if quiet == nil {
		return nil
	}
	for seat, entry := range f.Seats {
		if result.Seats[seat].Silence() == 0 {
			quiet = slices.DeleteFunc(quiet, func(e int) bool { return e == entry })
		}
	}
	return quiet
}

// early retires an entry without an answer in its first games, and reports whether it did.
func (r *Record) early(b *answers, entry int) bool {
	if len(b.first) < retireAfter || b.known < retireAfter || b.answered {
		return false
	}
	if _, gone := r.retired[entry]; gone {
		return false
	}
	r.retired[entry] = retirement{after: b.first[retireAfter-1], round: 1 << 30, games: slices.Clone(b.first), how: b.how}
	return true
}

// count counts the answers of a complete round of play, in the order of its plan, and returns the bots that it retires.
func (r *Record) count(round int) (now []int) {
	played := &r.rounds[round]
	for i, game := range played.games {
		if game.given {
			continue
		}
		id := played.first + i
		quiet := r.silent[id]
		for _, entry := range game.seats {
			b := r.bot(entry)
			if !slices.Contains(quiet, entry) {
				b.running = b.running[:0]
				continue
			}
			if _, gone := r.retired[entry]; gone {
				continue
			}
			if n := len(b.running); n == 0 || b.running[n-1] != id {
				b.running = append(b.running, id)
			}
			if len(b.running) >= retireAfter {
				r.retired[entry] = retirement{after: 1 << 60, round: round + r.ahead, games: slices.Clone(b.running), how: b.how}
				now = append(now, entry)
			}
		}
	}
	played.games = nil
	return now
}

// Absent returns the retired entries of a fixture, with the reasons. decided is false if that depends on games that have no result yet.
func (r *Record) Absent(f tournament.Fixture) (who map[int]string, decided bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	decided = true
	for _, entry := range f.Seats {
		gone, retired := r.retired[entry]
		switch b := r.bot(entry); {
		case retired && (f.ID > gone.after || f.Round >= gone.round):
			if who == nil {
				who = map[int]string{}
			}
			who[entry] = gone.why()
		case !retired && !b.answered && len(b.first) == retireAfter && f.ID > b.first[retireAfter-1]:
			decided = false
		}
	}
	return who, decided
}

// why returns, for the bot's log and for readers, why an entry is retired.
func (g retirement) why() string {
	var games []string
	for _, id := range g.games {
		games = append(games, fmt.Sprint(id+1))
	}
	return fmt.Sprintf("it gave no answer in games %s and is retired: its remaining games are decided without starting it",
		strings.Join(games, ", "))
}

// Why returns why an entry is retired, and how it ended in its games; both are empty if it is not.
func (r *Record) Why(entry int) (why string, how tournament.Silence) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if gone, retired := r.retired[entry]; retired {
		return gone.why(), gone.how
	}
	return "", 0
}
