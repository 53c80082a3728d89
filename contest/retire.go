package contest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"agon/tournament"
)

/*
Retiring spares a contest the bots that are not there: each game in which a bot gives no answer at all may cost its whole guard. A bot is
retired when it gave no answer in three games running; its later games are decided without starting it.

What counts is the plan, never the order in which games end, so the table is the same on any number of cores and lanes and after
a restart:

  - A bot whose first three games of the contest went without an answer is retired for all that follow. A result that depends on one
    of these three waits for them; if the bot was asked in it and is retired, the game is played again without it.
  - A bot that falls silent later is retired from the first round of play that may know of it, as a format may.

Games in which a bot answers at all, be it with an error or too late, do not count, and neither does how a game ended for it.
*/
type retiring struct {
	mu       sync.Mutex    // guards all below: results come from the run, questions also from the dispatcher
	ahead    int           // of the stage's format
	rounds   []playedRound // of the stage
	complete int           // rounds of the stage whose results have been counted

	bots    []answers          // by entry
	silent  map[int][]int      // by game with a result: entries that gave no answer in it; most games have none
	retired map[int]retirement // entries
}

// answers are what is known of an entry.
type answers struct {
	first    []int // its first games, as IDs
	known    int   // of these, those with a result
	answered bool  // in one of these
	running  []int // the games running without an answer, in complete rounds
}

// playedRound is a round of play of the stage.
type playedRound struct {
	first int     // the ID of its first game
	games []owing // nil once they have been counted
	open  int     // of these, without a result
}

// owing is a game of a round that has not been counted.
type owing struct {
	seats []int // entries
	known bool  // it has a result
	given bool  // it will have none
}

// retirement is when a bot was retired.
type retirement struct {
	after int   // it is absent from the games after this one
	round int   // and from all of this round of play and those after it
	games []int // in which it gave no answer
}

// retireAfter is in how many games running a bot may give no answer.
const retireAfter = 3

func newRetiring() *retiring {
	return &retiring{silent: map[int][]int{}, retired: map[int]retirement{}}
}

// begin begins a stage. Retired bots stay retired.
func (r *retiring) begin(ahead int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ahead, r.rounds, r.complete = ahead, nil, 0
	for entry, gone := range r.retired {
		gone.round = 0
		r.retired[entry] = gone
	}
}

// bot is what is known of an entry.
func (r *retiring) bot(entry int) *answers {
	for len(r.bots) <= entry {
		r.bots = append(r.bots, answers{})
	}
	return &r.bots[entry]
}

// plan takes fixtures of the stage, in the order of its plan. given are those that will have no result; nil for none.
func (r *retiring) plan(fixtures []tournament.Fixture, given map[int]bool) {
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

// giveUp takes out games that will have no result. The first games of their entries are those without them.
func (r *retiring) giveUp(ids []int, l *tournament.Ledger) {
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

// refill finds the first games of entries once more, in the order of the plan.
func (r *retiring) refill(entries map[int]bool, l *tournament.Ledger) {
	from := l.Next() - l.Planned()
	for entry := range entries { // games of earlier stages stay the first
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

// learn takes in the result of one of an entry's first games.
func (r *retiring) learn(b *answers, id, entry int) {
	b.known++
	b.answered = b.answered || !slices.Contains(r.silent[id], entry)
}

// countComplete counts the rounds of play that are complete, and returns the bots that they retire.
func (r *retiring) countComplete() (now []int) {
	for r.complete < len(r.rounds) && r.rounds[r.complete].open == 0 {
		now = append(now, r.count(r.complete)...)
		r.complete++
	}
	return now
}

// enter takes a result that stands, and returns the bots that it retires.
func (r *retiring) enter(f tournament.Fixture, result tournament.Result) (now []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if quiet := silentEntries(f, result); quiet != nil {
		r.silent[f.ID] = quiet
	}
	for seat, entry := range f.Seats {
		b := r.bot(entry)
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

// silentEntries are the entries that gave no answer in a game from any of their seats.
func silentEntries(f tournament.Fixture, result tournament.Result) (quiet []int) {
	for seat, entry := range f.Seats {
		if !silentIn(result.Seats[seat]) || slices.Contains(quiet, entry) {
			continue
		}
		quiet = append(quiet, entry)
	}
	if quiet == nil {
		return nil
	}
	for seat, entry := range f.Seats {
		if !silentIn(result.Seats[seat]) {
			quiet = slices.DeleteFunc(quiet, func(e int) bool { return e == entry })
		}
	}
	return quiet
}

// silentIn reports whether a bot gave no answer in a game: it was not there for any move that it owed, or ended or was ended at its first.
func silentIn(s tournament.Seat) bool {
	absent := s.Faults["gone"] + s.Faults["unstarted"]
	ended := s.FaultCount() - absent - s.Faults["garbled"] - s.Faults["illegal"]
	return s.Moves > 0 && absent+ended == s.Moves && ended <= 1
}

// early retires an entry that gave no answer in its first games, and reports whether it did.
func (r *retiring) early(b *answers, entry int) bool {
	if len(b.first) < retireAfter || b.known < retireAfter || b.answered {
		return false
	}
	if _, gone := r.retired[entry]; gone {
		return false
	}
	r.retired[entry] = retirement{after: b.first[retireAfter-1], round: 1 << 30, games: slices.Clone(b.first)}
	return true
}

// count counts a complete round of play, in the order of its plan, and returns the bots that it retires.
func (r *retiring) count(round int) (now []int) {
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
				r.retired[entry] = retirement{after: 1 << 60, round: round + r.ahead, games: slices.Clone(b.running)}
				now = append(now, entry)
			}
		}
	}
	played.games = nil
	return now
}

// absent is which entries of a fixture are retired, and why. decided is false while that depends on games that have no result yet.
func (r *retiring) absent(f tournament.Fixture) (who map[int]string, decided bool) {
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

// why says, for the bot's log and for people, why an entry is retired.
func (g retirement) why() string {
	var games []string
	for _, id := range g.games {
		games = append(games, fmt.Sprint(id+1))
	}
	return fmt.Sprintf("it gave no answer in games %s and is retired: its remaining games are decided without starting it", strings.Join(games, ", "))
}

// why is the same by entry, empty for one that is not retired.
func (r *retiring) why(entry int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if gone, retired := r.retired[entry]; retired {
		return gone.why()
	}
	return ""
}
