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

	first    map[int][]int              // by entry: its first games, as IDs
	answered map[int]bool               // entries that answered in one of these
	silent   map[int]map[int]bool       // by game and entry: no answer in a game with a result
	running  map[int][]int              // by entry: the games running without an answer, in complete rounds
	retired  map[int]retirement         // entries
	fixtures map[int]tournament.Fixture // of rounds that are not counted
}

// playedRound is a round of play of the stage.
type playedRound struct {
	games []int // IDs
	open  int   // of these, without a result
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
	return &retiring{
		first: map[int][]int{}, answered: map[int]bool{}, silent: map[int]map[int]bool{}, running: map[int][]int{},
		retired: map[int]retirement{}, fixtures: map[int]tournament.Fixture{},
	}
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

// plan takes fixtures of the stage, in the order of its plan.
func (r *retiring) plan(fixtures []tournament.Fixture) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range fixtures {
		for len(r.rounds) <= f.Round {
			r.rounds = append(r.rounds, playedRound{})
		}
		round := &r.rounds[f.Round]
		round.games = append(round.games, f.ID)
		round.open++
		r.fixtures[f.ID] = f
		for _, entry := range f.Seats {
			if games := r.first[entry]; len(games) < retireAfter && !slices.Contains(games, f.ID) {
				r.first[entry] = append(games, f.ID)
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
		at := slices.Index(round.games, id)
		if at < 0 {
			continue
		}
		round.games = slices.Delete(round.games, at, at+1)
		if _, known := r.silent[id]; !known {
			round.open--
		}
		delete(r.fixtures, id)
		for _, entry := range f.Seats {
			if first := slices.Index(r.first[entry], id); first >= 0 {
				r.first[entry] = slices.Delete(r.first[entry], first, first+1)
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
		r.first[entry] = slices.DeleteFunc(r.first[entry], func(id int) bool { return id >= from })
	}
	for id := from; id < l.Next(); id++ {
		if l.GaveUp(id) {
			continue
		}
		for _, entry := range l.Fixture(id).Seats {
			if games := r.first[entry]; entries[entry] && len(games) < retireAfter && !slices.Contains(games, id) {
				r.first[entry] = append(games, id)
			}
		}
	}
}

// countComplete counts the rounds of play that are complete.
func (r *retiring) countComplete() {
	for r.complete < len(r.rounds) && r.rounds[r.complete].open == 0 {
		r.count(r.complete)
		r.complete++
	}
}

// enter takes a result that stands, and returns the bots that it retires.
func (r *retiring) enter(f tournament.Fixture, result tournament.Result) (now []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := len(r.retired)
	was := make(map[int]bool, before)
	for entry := range r.retired {
		was[entry] = true
	}
	r.silent[f.ID] = map[int]bool{}
	for seat, entry := range f.Seats {
		quiet := silentIn(result.Seats[seat])
		if before, twice := r.silent[f.ID][entry]; twice {
			quiet = quiet && before
		}
		r.silent[f.ID][entry] = quiet
		if slices.Contains(r.first[entry], f.ID) {
			r.answered[entry] = r.answered[entry] || !quiet
			r.early(entry)
		}
	}
	r.rounds[f.Round].open--
	r.countComplete()
	if len(r.retired) > before {
		for entry := range r.retired {
			if !was[entry] {
				now = append(now, entry)
			}
		}
		slices.Sort(now)
	}
	return now
}

// silentIn reports whether a bot gave no answer in a game: it was not there for any move that it owed, or ended or was ended at its first.
func silentIn(s tournament.Seat) bool {
	absent := s.Faults["gone"] + s.Faults["unstarted"]
	ended := s.FaultCount() - absent - s.Faults["garbled"] - s.Faults["illegal"]
	return s.Moves > 0 && absent+ended == s.Moves && ended <= 1
}

// early retires an entry that gave no answer in its first games.
func (r *retiring) early(entry int) {
	games := r.first[entry]
	if len(games) < retireAfter || r.answered[entry] {
		return
	}
	for _, id := range games {
		if _, known := r.silent[id]; !known {
			return
		}
	}
	if _, gone := r.retired[entry]; !gone {
		last := games[len(games)-1]
		r.retired[entry] = retirement{after: last, round: 1 << 30, games: slices.Clone(games)}
	}
}

// count counts a complete round of play, in the order of its plan.
func (r *retiring) count(round int) {
	for _, id := range r.rounds[round].games {
		f := r.fixtures[id]
		for _, entry := range f.Seats {
			if !r.silent[id][entry] {
				delete(r.running, entry)
				continue
			}
			if list := r.running[entry]; !slices.Contains(list, id) {
				r.running[entry] = append(list, id)
			}
			if _, gone := r.retired[entry]; !gone && len(r.running[entry]) >= retireAfter {
				r.retired[entry] = retirement{after: 1 << 60, round: round + r.ahead, games: slices.Clone(r.running[entry])}
			}
		}
		delete(r.fixtures, id)
		if !r.isFirst(id, f) {
			delete(r.silent, id)
		}
	}
}

func (r *retiring) isFirst(id int, f tournament.Fixture) bool {
	return slices.ContainsFunc(f.Seats, func(entry int) bool { return slices.Contains(r.first[entry], id) })
}

// absent is which entries of a fixture are retired, and why. decided is false while that depends on games that have no result yet.
func (r *retiring) absent(f tournament.Fixture) (who map[int]string, decided bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	decided = true
	for _, entry := range f.Seats {
		gone, retired := r.retired[entry]
		switch games := r.first[entry]; {
		case retired && (f.ID > gone.after || f.Round >= gone.round):
			if who == nil {
				who = map[int]string{}
			}
			who[entry] = gone.why()
		case !retired && !r.answered[entry] && len(games) == retireAfter && f.ID > games[retireAfter-1]:
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
