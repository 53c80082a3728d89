package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/internal/shellword"
	"agon/internal/traceback"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/gamelog"
)

// checked is one game of a check.
type checked struct {
	tally  worker.SeatTally
	moves  [][]byte    // by seat, encoded as in a record
	words  []string    // their meanings
	faults []seatFault // the first fault of each kind
	got    game.Outcome
	ending string // how the game ended, if the kind says so
}

// A toldFault is the first fault of its kind in a game.
type seatFault struct {
	why  game.Fault
	text string // includes the bot's answer
	line traceback.Spot
}

// same reports whether all seats made the same moves in two games.
func (c checked) same(other checked) bool {
	return slices.EqualFunc(c.moves, other.moves, bytes.Equal) && slices.Equal(c.words, other.words)
}

// session plays games of a bot against others.
type session struct {
	*Examination
	entry  lineup.Entry
	seats  int
	rivals rivals
	seen   *sightings
	peak   int64 // highest memory use in bytes; 0 if unknown
}

// play plays a game for each seed, all at once if the kind supports that. With an error it returns what
// had been played.
func (s *session) play(ctx context.Context, seeds []int64) ([]checked, error) {
	entries, err := s.field(ctx)
	if err != nil {
		return nil, err
	}
	p := &sitting{session: s, mine: map[int64]int{}, games: make([]checked, len(seeds)), faults: map[int64][]seatFault{},
		counts: map[int64]*worker.SeatTally{}}
	pool := &worker.Pool{Play: s.Play, Take: worker.Once(p.job(entries, seeds))}
	pool.Entries, pool.Seed, pool.Lanes = entries, seeds[0], len(seeds)
	pool.Turn, pool.Enter, pool.Leave, pool.Done = p.turn, p.enter, p.leave, p.done
	err = pool.Work(ctx)
	for i, seed := range seeds {
		if p.games[i].moves == nil && p.counts[seed] != nil { // it was stopped
			p.games[i].tally = *p.counts[seed]
		}
		p.games[i].faults = placed(p.faults[seed], p.games[i].tally.Log)
	}
	return p.games, err
}

// A sitting is the games of a session that are played at once, each with a seed of its own.
type sitting struct {
	*session
	mine   map[int64]int // by seed: the bot's seat
	games  []checked
	faults map[int64][]seatFault       // by seed
	counts map[int64]*worker.SeatTally // by seed: what is known of a game that may be stopped
	mu     sync.Mutex                  // guards games
}

// job returns a game for each seed, which determines the bot's seat.
func (p *sitting) job(entries []lineup.Entry, seeds []int64) worker.Job {
	job := worker.Job{}
	for i := range entries {
		job.Lineup = append(job.Lineup, i)
	}
	for i, seed := range seeds {
		seats := slices.Clone(job.Lineup)
		at := int(uint64(seed) % uint64(len(seats)))
		seats[0], seats[at] = seats[at], seats[0]
		p.mine[seed] = at
		p.seen.played(seed, p.command(entries, seats, seed))
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: seed, Seats: seats})
	}
	return job
}

// turn counts the bot's moves, and keeps the first fault of each kind.
func (p *sitting) turn(t *game.Table, calls []*bot.Call) {
	seed := t.Seed()
	p.Progress.Moved(len(calls))
	p.seen.turned(t)
	for _, call := range calls {
		if int(call.Seat) != p.mine[seed] {
			continue
		}
		count(p.counts, seed, call)
		if call.Reply.Fault != game.NoFault {
			p.seen.fault(seed, call.Reply.Fault, call.Reply.Note)
			p.fault(t, call)
		}
	}
}

func (p *sitting) fault(t *game.Table, call *bot.Call) {
	seed, why := t.Seed(), call.Reply.Fault
	faults := p.faults[seed]
	gone := why == game.Gone && len(faults) > 0 // the fault before it is already in the list
	if gone || slices.ContainsFunc(faults, func(f seatFault) bool { return f.why == why }) {
		return
	}
	text := fmt.Sprintf("%s %d of seed %d, seat %d: %v: %s", t.Kind.TurnWord(t.Turns(), t.Rounds()), t.Turns(), seed, call.Seat, why,
		call.Reply.Note)
	if len(p.Kind.Launch.Replies) == 0 && len(call.Reply.Out) > 0 && why != game.Crashed {
		text += fmt.Sprintf("; its answer was %.200q", call.Reply.Out)
	}
	p.faults[seed] = append(faults, seatFault{why: why, text: text})
}

func (p *sitting) enter(entry int, player bot.Player) {
	if trace := player.Traits().Trace; trace != nil && entry == 0 {
		trace(p.seen.recordMove)
	}
}

func (p *sitting) leave(entry int, player bot.Player) {
	if used := player.Traits().Usage; used != nil && entry == 0 {
		player.Close() // the highest memory use is known once its processes have ended
		p.peak = max(p.peak, used().Peak)
	}
}

func (p *sitting) done(_ int, g worker.Game) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := p.mine[g.Fixture.Seed]
	c := checked{tally: g.Seats[mine], words: slices.Clone(g.Record.Words), got: g.Table.Outcome(game.Seat(mine))}
	c.ending = g.Table.Ending(func(seat game.Seat) string {
		if int(seat) == mine {
			return "it"
		}
		return game.Unnamed(seat)
	})
	for _, column := range g.Record.Columns {
		c.moves = append(c.moves, bytes.Clone(column))
	}
	p.games[g.Fixture.ID] = c
	return nil
}

// count adds a move of the bot to what is known of a game that may be stopped.
func count(counts map[int64]*worker.SeatTally, seed int64, c *bot.Call) {
	if counts[seed] == nil {
		counts[seed] = &worker.SeatTally{}
		counts[seed].Faults = map[string]int{}
	}
	one := worker.SeatTally{Wall: c.Wall, CPU: c.CPU, Least: c.Wall, Most: c.Wall}
	one.Moves = 1
	if c.Reply.Fault != game.NoFault {
		one.Faults = map[string]int{c.Reply.Fault.String(): 1}
	}
	addTally(counts[seed], one)
}

// command returns the command that plays a game of the check again and keeps its files.
func (s *session) command(entries []lineup.Entry, seats []int, seed int64) string {
	words := []string{"agon play", shellword.Quote(s.Kind.Ref())}
	for _, entry := range seats {
		words = append(words, shellword.Quote(entries[entry].Reference()))
	}
	for _, option := range s.Options {
		words = append(words, "--set "+shellword.Quote(option))
	}
	words = append(words, fmt.Sprintf("--seed %d", seed))
	if s.entry.Seeded() {
		words = append(words, fmt.Sprintf("--secret %s", s.Secret))
	}
	return strings.Join(append(words, "--log logs"), " ")
}

// placed adds to faults the error and the line of the author's own program, if the bot's log of the game has them.
func placed(faults []seatFault, records []gamelog.Record) []seatFault {
	for _, f := range gamelog.Firsts(records, map[string]bool{}) {
		for i := range faults {
			if faults[i].why.String() == f.Fault {
				if f.Error != "" && !strings.Contains(faults[i].text, f.Error) {
					faults[i].text += "\n  " + f.Error
				}
				faults[i].line = f.Line
				if line := f.Line.String(); line != "" && !strings.Contains(faults[i].text, line) {
					faults[i].text += "\n  at " + line
				}
			}
		}
	}
	return faults
}
