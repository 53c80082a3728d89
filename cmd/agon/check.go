package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/referee"
	"agon/worker"
)

// checking are the flags of agon check.
type checking struct {
	common
	games    int
	packages []string
	json     bool
}

func newCheck(w *world) *cobra.Command {
	c := &checking{}
	cmd := &cobra.Command{
		Use:   "check KIND BOT",
		Short: "does a bot start, speak the protocol and keep the limits",
		Long: `Check starts a bot as the judge does, plays games against built-in bots with few and with many at the table, and tells every fault with what the
bot had been shown and the bytes that it answered, the time of its moves and the most memory that it had. Whether it plays the same game twice from the same seed is told, not asked for.`,
		Example: `  agon check colour-battle ./mybot.py
  agon check colour-battle ./mybot.py --packages numpy,scipy`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, w, args[0], args[1]) },
	}
	c.flags(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&c.games, "games", 3, "games at each size of the table")
	f.StringSliceVar(&c.packages, "packages", nil, "the Python `PACKAGES` that the contest allows; others are refused")
	f.BoolVar(&c.json, "json", false, "print one JSON object and nothing else")
	return cmd
}

// verdict is what check found.
type verdict struct {
	Agon     int       `json:"agon"`
	Bot      string    `json:"bot"`
	Author   string    `json:"author"`
	Sandbox  string    `json:"sandbox"`
	Passed   bool      `json:"passed"`
	Findings []finding `json:"findings"`
}

// finding is one thing that was looked at.
type finding struct {
	What string `json:"what"`
	Good bool   `json:"good"`
	Told string `json:"told"`
}

func (v *verdict) add(good bool, what, format string, args ...any) {
	v.Findings = append(v.Findings, finding{what, good, fmt.Sprintf(format, args...)})
	v.Passed = v.Passed && good
}

func (c *checking) run(cmd *cobra.Command, w *world, name, ref string) error {
	defer c.protection.Close()
	k, settings, err := c.kind(name)
	if err != nil {
		return err
	}
	looked := bot.NewLog(0)
	entries, err := c.bots(cmd.Context(), k, []string{ref}, looked)
	if err != nil {
		return err
	}
	passed := true
	for _, e := range entries {
		v := &verdict{Agon: 1, Bot: e.Name, Author: e.Author, Passed: true}
		if e.Broken != "" {
			v.add(false, "starts", "%s\n%s", e.Broken, tail(looked.Take()))
		} else if err := c.examine(cmd.Context(), v, k, settings, e, c.draw(cmd.Flags())); err != nil {
			return host(err)
		}
		v.Sandbox = c.About()
		passed = passed && v.Passed
		if c.json {
			err = printJSON(w.out, v)
		} else {
			err = v.print(w.out)
		}
		if err != nil {
			return host(err)
		}
	}
	if !passed {
		return &exit{exitFault, nil}
	}
	return nil
}

func (v *verdict) print(out io.Writer) error {
	fmt.Fprintf(out, "%s by %s   sandbox %s\n", printable(v.Bot), printable(v.Author), v.Sandbox)
	for _, f := range v.Findings {
		mark := "ok  "
		if !f.Good {
			mark = "FAIL"
		}
		lines := strings.Split(strings.TrimRight(printable(f.Told), "\n"), "\n")
		fmt.Fprintf(out, "  %s  %-12s %s\n", mark, f.What, lines[0])
		for _, l := range lines[1:] {
			fmt.Fprintf(out, "%21s%s\n", "", l)
		}
	}
	word := "passed"
	if !v.Passed {
		word = "failed"
	}
	_, err := fmt.Fprintf(out, "%s\n", word)
	return err
}

// examine plays and looks.
func (c *checking) examine(ctx context.Context, v *verdict, k *game.Kind, settings game.Settings, e lineup.Entry, seed int64) error {
	v.add(true, "starts", "%s", e.Ref)
	c.imports(v, e)
	var total worker.SeatTally
	total.Faults = map[game.Fault]int{}
	var told []string
	var peak int64
	loud, repeats := false, true
	secret := c.botSecret(seed)
	for _, seats := range tableSizes(k) {
		var seeds []int64
		for nth := range c.games {
			seeds = append(seeds, game.SubSeed(seed, int64(seats), int64(nth)))
		}
		// All games at once, as a contest plays them, and one of them again by itself: it must be the same game.
		s := session{checking: c, kind: k, settings: settings, entry: e, seats: seats, secret: secret}
		played, err := s.play(ctx, seeds)
		if err != nil {
			return err
		}
		again, err := s.play(ctx, seeds[len(seeds)-1:])
		if err != nil {
			return err
		}
		repeats = repeats && played[len(seeds)-1].same(again[0])
		for _, g := range append(played, again...) {
			told = append(told, g.told...)
			add(&total, g.tally)
			loud = loud || bytes.Contains(g.tally.Log, []byte("bytes are left out here"))
		}
		peak = max(peak, s.peak)
	}
	if len(told) > 0 && e.Seeded() {
		told = append(told[:min(len(told), 3)], fmt.Sprintf("agon play with --seed of a game and --secret %s plays it again", secret))
	}
	c.faults(v, total, told)
	c.times(v, k, settings, total)
	if loud {
		v.add(true, "prints", "more than is kept of a game; its log has the beginning and the end")
	}
	if peak > 0 {
		v.add(true, "memory", "%.1f MiB at most, of all its processes", float64(peak)/(1<<20))
	}
	if total.Doubt != "" {
		v.add(false, "clock", "%s: %s", clockDisagrees, total.Doubt)
	}
	if repeats {
		v.add(true, "repeats", "equal seeds gave equal moves, alone and beside other games")
	} else {
		v.add(true, "repeats", "equal seeds gave different moves: it draws from chance of its own, or reads a clock; that is allowed")
	}
	return nil
}

func (c *checking) imports(v *verdict, e lineup.Entry) {
	if len(e.Imports) == 0 {
		return
	}
	if foreign := e.Foreign(c.packages); len(c.packages) > 0 && len(foreign) > 0 {
		v.add(false, "imports", "%s: the contest allows only %s", strings.Join(foreign, ", "), strings.Join(c.packages, ", "))
		return
	}
	v.add(true, "imports", "%s", strings.Join(e.Imports, ", "))
}

func (c *checking) faults(v *verdict, total worker.SeatTally, told []string) {
	if len(total.Faults) == 0 {
		v.add(true, "answers", "%d moves, every one could be played", total.Moves)
		return
	}
	words := map[string]int{}
	for why, n := range total.Faults {
		words[why.String()] = n
	}
	v.add(false, "answers", "%d moves, %s\n%s", total.Moves, faultText(words), strings.Join(told[:min(len(told), 4)], "\n"))
}

func (c *checking) times(v *verdict, k *game.Kind, settings game.Settings, total worker.SeatTally) {
	if total.Moves == 0 {
		return
	}
	average := total.Wall / time.Duration(total.Moves)
	limit := k.Clock(settings).Average
	v.add(limit == 0 || average <= limit, "time", "%v a move on average, least %v, most %v; the clock: %s", round(average), round(total.Least), round(total.Most), clockText(k))
}

func round(d time.Duration) time.Duration { return d.Round(100 * time.Nanosecond) }

func add(to *worker.SeatTally, s worker.SeatTally) {
	if to.Moves == 0 || s.Least < to.Least {
		to.Least = s.Least
	}
	if s.Doubt != "" {
		to.Doubt = s.Doubt
	}
	to.Moves += s.Moves
	to.Wall += s.Wall
	to.CPU += s.CPU
	to.Most = max(to.Most, s.Most)
	for why, n := range s.Faults {
		to.Faults[why] += n
	}
}

// tableSizes are few and many seats.
func tableSizes(k *game.Kind) []int {
	sizes := []int{max(k.MinSeats, min(2, k.MaxSeats))}
	if k.UsualSeats > sizes[0] {
		sizes = append(sizes, k.UsualSeats)
	}
	return sizes
}

// checked is one game of a check.
type checked struct {
	tally worker.SeatTally
	moves [][]byte // by seat, as a record writes them
	words []string // what they mean
	told  []string // faults, with what was shown and answered
}

// same reports whether everybody made the same moves in two games.
func (c checked) same(other checked) bool {
	return slices.EqualFunc(c.moves, other.moves, bytes.Equal) && slices.Equal(c.words, other.words)
}

// session plays games of a bot against built-in bots.
type session struct {
	*checking
	kind     *game.Kind
	settings game.Settings
	entry    lineup.Entry
	seats    int
	secret   *bot.Secret
	peak     int64 // most bytes of memory; 0 where nobody knows
}

// play plays a game for each seed, all at once where the kind lets them. The bot has the seat that the seed draws.
func (s *session) play(ctx context.Context, seeds []int64) ([]checked, error) {
	var refs []string
	for i := range s.seats - 1 {
		refs = append(refs, "builtin:"+s.kind.Builtins[i%len(s.kind.Builtins)].Name)
	}
	entries := []lineup.Entry{s.entry}
	if len(refs) > 0 {
		others, err := s.opener(s.kind, bot.NewLog(0)).Open(ctx, refs)
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
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: seed, Seats: seats})
	}
	games := make([]checked, len(seeds))
	told := map[int64][]string{}
	var mu sync.Mutex
	given := false
	crew := &worker.Crew{
		Kind: s.kind, Settings: s.settings, Entries: entries, Cores: 1, Lanes: len(seeds), Guard: s.guard, NoLimits: s.noLimits, Seed: seeds[0], Secret: s.secret, Pages: true,
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return job, true
		},
		Turn: func(t *game.Table, calls []*bot.Call) {
			seed, faults := t.Seed(), told[t.Seed()]
			for _, call := range calls {
				gone := call.Reply.Fault == game.Gone && len(faults) > 0 // the fault that it went by has been told
				if int(call.Seat) == mine[seed] && call.Reply.Fault != game.NoFault && !gone && len(faults) < 3 {
					told[seed] = append(faults, fmt.Sprintf("turn %d of seed %d, seat %d: %v: %s; its answer was %.200q", t.Turns(), seed, call.Seat, call.Reply.Fault, call.Reply.Note, call.Reply.Out))
				}
			}
		},
		Leave: func(entry int, p bot.Player) {
			if used, ok := p.(bot.Meter); ok && entry == 0 {
				p.Close() // the most memory is known once its processes have ended
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
	if err := crew.Work(ctx); err != nil {
		return nil, err
	}
	for i, seed := range seeds {
		games[i].told = told[seed]
	}
	return games, nil
}
