package main

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
	"agon/gamelog"
	"agon/internal/shellword"
	"agon/referee"
	"agon/worker"
)

// checked is one game of a check.
type checked struct {
	tally worker.SeatTally
	moves [][]byte    // by seat, encoded as in a record
	words []string    // their meanings
	told  []toldFault // the first fault of each kind
}

// A toldFault is the first fault of its kind in a game.
type toldFault struct {
	why  game.Fault
	text string // includes the bot's answer
}

// same reports whether all seats made the same moves in two games.
func (c checked) same(other checked) bool {
	return slices.EqualFunc(c.moves, other.moves, bytes.Equal) && slices.Equal(c.words, other.words)
}

// session plays games of a bot against built-in bots.
type session struct {
	*examination
	entry  lineup.Entry
	seats  int
	secret *bot.Secret
	seen   *sightings
	peak   int64 // highest memory use in bytes; 0 if unknown
}

// play plays a game for each seed, all at once if the kind supports that. The seed determines the bot's seat. With an error it returns what
// had been played.
func (s *session) play(ctx context.Context, seeds []int64) ([]checked, error) {
	var refs []string
	for i := range s.seats - 1 {
		refs = append(refs, "builtin:"+s.kind.Builtins[i%len(s.kind.Builtins)].Name)
	}
	entries := []lineup.Entry{s.entry}
	if len(refs) > 0 {
		opener := s.opener
		if opener == nil {
			opener = s.common.opener(s.kind, bot.NewLog(0))
		}
		others, err := opener.Open(ctx, refs)
		if err != nil {
			return nil, err
		}
		entries = append(entries, others...)
	}
	job := worker.Job{}
	for i := range entries {
		job.Lineup = append(job.Lineup, i)
	}
	mine := map[int64]int{} // by seed: the bot's seat
	for i, seed := range seeds {
		seats := slices.Clone(job.Lineup)
		at := int(uint64(seed) % uint64(len(seats)))
		seats[0], seats[at] = seats[at], seats[0]
		mine[seed] = at
		s.seen.played(seed, s.command(entries, seats, seed))
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: seed, Seats: seats})
	}
	games := make([]checked, len(seeds))
	told := map[int64][]toldFault{}
	counts := map[int64]*worker.SeatTally{}
	var mu sync.Mutex
	given := false
	pool := &worker.Pool{
		Kind: s.kind, Settings: s.settings, Entries: entries, Cores: 1, Lanes: len(seeds), Guard: s.guard, NoLimits: s.noLimits, Processor: s.processor, Seed: seeds[0], Secret: s.secret, Pages: true,
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return job, true
		},
		Turn: func(t *game.Table, calls []*bot.Call) {
			seed, faults := t.Seed(), told[t.Seed()]
			s.progress.moved(len(calls))
			for _, call := range calls {
				if int(call.Seat) == mine[seed] {
					count(counts, seed, call)
				}
				if int(call.Seat) == mine[seed] && call.Reply.Fault != game.NoFault {
					s.seen.fault(seed, call.Reply.Fault, call.Reply.Note)
				}
				why := call.Reply.Fault
				gone := why == game.Gone && len(faults) > 0 // the fault before it is already in the list
				had := slices.ContainsFunc(faults, func(f toldFault) bool { return f.why == why })
				if int(call.Seat) == mine[seed] && why != game.NoFault && !gone && !had {
					text := fmt.Sprintf("turn %d of seed %d, seat %d: %v: %s", t.Turns(), seed, call.Seat, why, call.Reply.Note)
					if len(s.kind.Launch.Replies) == 0 && len(call.Reply.Out) > 0 && why != game.Crashed {
						text += fmt.Sprintf("; its answer was %.200q", call.Reply.Out)
					}
					told[seed] = append(faults, toldFault{why, text})
				}
			}
		},
		Enter: func(entry int, p bot.Player) {
			if traced, ok := p.(bot.Traced); ok && entry == 0 {
				traced.Trace(s.seen.take)
			}
		},
		Leave: func(entry int, p bot.Player) {
			if used, ok := p.(bot.Meter); ok && entry == 0 {
				p.Close() // the highest memory use is known once its processes have ended
				s.peak = max(s.peak, used.Usage().Peak)
			}
		},
		Done: func(_ int, g worker.Game) error {
			mu.Lock()
			defer mu.Unlock()
			c := checked{tally: g.Seats[mine[g.Fixture.Seed]], words: slices.Clone(g.Record.Words)}
			for _, column := range g.Record.Columns {
				c.moves = append(c.moves, bytes.Clone(column))
			}
			games[g.Fixture.ID] = c
			return nil
		},
	}
	err := pool.Work(ctx)
	for i, seed := range seeds {
		if games[i].moves == nil && counts[seed] != nil { // it was stopped
			games[i].tally = *counts[seed]
		}
		games[i].told = placed(told[seed], games[i].tally.Log)
	}
	return games, err
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
	add(counts[seed], one)
}

// command returns the command that plays a game of the check again and keeps its files.
func (s *session) command(entries []lineup.Entry, seats []int, seed int64) string {
	words := []string{"agon play", s.kind.Name}
	for _, entry := range seats {
		words = append(words, shellword.Quote(entries[entry].Reference()))
	}
	for _, option := range s.set {
		words = append(words, "--set "+shellword.Quote(option))
	}
	words = append(words, fmt.Sprintf("--seed %d", seed))
	if s.entry.Seeded() {
		words = append(words, fmt.Sprintf("--secret %s", s.secret))
	}
	return strings.Join(append(words, "--log logs"), " ")
}

// placed adds to faults the error and the line of the author's own program, if the bot's log of the game has them.
func placed(told []toldFault, records []gamelog.Record) []toldFault {
	for _, f := range gamelog.Firsts(records, map[string]bool{}) {
		for i := range told {
			if told[i].why.String() == f.Fault {
				if f.Error != "" && !strings.Contains(told[i].text, f.Error) {
					told[i].text += "\n  " + f.Error
				}
				if f.Line != "" && !strings.Contains(told[i].text, f.Line) {
					told[i].text += "\n  at " + f.Line
				}
			}
		}
	}
	return told
}
