package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
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
	var digests [2]uint64
	var peak int64
	loud := false
	for _, seats := range tableSizes(k) {
		for nth := range c.games + 1 {
			// The last game repeats the one before it, to see whether it comes out the same.
			at := min(nth, c.games-1)
			played, err := c.game(ctx, k, settings, e, seats, game.SubSeed(seed, int64(seats), int64(at)))
			if err != nil {
				return err
			}
			if nth >= c.games-1 {
				digests[nth-c.games+1] = played.digest
			}
			told = append(told, played.told...)
			add(&total, played.tally)
			peak, loud = max(peak, played.peak), loud || bytes.Contains(played.tally.Log, []byte("bytes are left out here"))
		}
	}
	c.faults(v, total, told)
	c.times(v, k, settings, total)
	if loud {
		v.add(true, "prints", "more than is kept of a game; its log has the beginning and the end")
	}
	if peak > 0 {
		v.add(true, "memory", "%.1f MiB at most, of all its processes", float64(peak)/(1<<20))
	}
	if digests[0] == digests[1] {
		v.add(true, "repeats", "equal seeds gave equal games")
	} else {
		v.add(true, "repeats", "equal seeds gave different games: it draws from chance of its own, or reads a clock; that is allowed")
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
	v.add(false, "answers", "%d moves, %s\n%s", total.Moves, faultText(words), strings.Join(told[:min(len(told), 3)], "\n"))
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
	tally  worker.SeatTally
	digest uint64
	told   []string // faults, with what was shown and answered
	peak   int64    // most bytes of memory; 0 where nobody knows
}

// game plays one game of the bot in a seat that the seed draws, against built-in bots.
func (c *checking) game(ctx context.Context, k *game.Kind, settings game.Settings, e lineup.Entry, seats int, seed int64) (checked, error) {
	var refs []string
	for i := range seats - 1 {
		refs = append(refs, "builtin:"+k.Builtins[i%len(k.Builtins)].Name)
	}
	entries := []lineup.Entry{e}
	if len(refs) > 0 {
		others, err := c.opener(k, bot.NewLog(0)).Open(ctx, refs)
		if err != nil {
			return checked{}, err
		}
		entries = append(entries, others...)
	}
	mine := int(uint64(seed) % uint64(seats))
	entries[0], entries[mine] = entries[mine], entries[0]
	var line []int
	for i := range entries {
		line = append(line, i)
	}
	var result checked
	var mu sync.Mutex
	var player bot.Player
	given := false
	crew := &worker.Crew{
		Kind: k, Settings: settings, Entries: entries, Cores: 1, Lanes: 1, Guard: c.guard, NoLimits: c.noLimits, Seed: seed, Pages: true,
		Take: func(context.Context) (worker.Job, bool) {
			if given {
				return worker.Job{}, false
			}
			given = true
			return worker.Job{Lineup: line, Fixtures: []referee.Fixture{{Seed: seed, Seats: line}}}, true
		},
		Turn: func(t *game.Table, calls []*bot.Call) {
			for _, call := range calls {
				gone := call.Reply.Fault == game.Gone && len(result.told) > 0 // the fault that it went by has been told
				if int(call.Seat) == mine && call.Reply.Fault != game.NoFault && !gone && len(result.told) < 3 {
					result.told = append(result.told, fmt.Sprintf("turn %d of seed %d, seat %d: %v: %s; its answer was %.200q", t.Turns(), seed, mine, call.Reply.Fault, call.Reply.Note, call.Reply.Out))
				}
			}
		},
		Leave: func(entry int, p bot.Player) {
			if entry == mine {
				player = p
			}
		},
		Done: func(_ int, g worker.Game) error {
			mu.Lock()
			defer mu.Unlock()
			result.tally, result.digest = g.Seats[mine], g.Record.Digest
			return nil
		},
	}
	err := crew.Work(ctx)
	if used, ok := player.(bot.Meter); ok {
		result.peak = used.Usage().Peak
	}
	return result, err
}
