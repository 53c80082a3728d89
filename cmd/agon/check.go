package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/gamelog"
	"agon/internal/traceback"
	"agon/report"
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
		Use:   "check KIND BOT | CONTEST.toml",
		Short: "test a bot: start, protocol, time limits, memory",
		Long: `Check starts a bot as a contest does, plays games against built-in bots with few and with many seats, and lists every fault with the prompt
and the bytes of the answer, the move times and the peak memory. It shows one move in full, the first that failed if any did: the prompt or
the folder, the answer, the error output, the time and, for bots started per move, the exit code. It also reports whether equal seeds gave
equal games, which is not required.

With a contest file it checks every bot under the contest's seats, options, limits and packages, one line per bot, and plays no game of the
contest. It exits with 3 if a bot failed, as the check of a single bot does.`,
		Example: examples(`  agon check {kind} ./mybot.py
  agon check {kind} ./mybot.py --packages numpy,scipy
  agon check contest.toml`),
		Args:              between(1, 2),
		ValidArgsFunction: kindNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.HasSuffix(args[0], ".toml") {
				return c.contest(cmd, w, args)
			}
			if len(args) == 1 {
				return fmt.Errorf("name a bot: agon check %s ./mybot, or check a whole contest: agon check contest.toml", args[0])
			}
			return c.run(cmd, w, args[0], args[1])
		},
	}
	c.flags(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&c.games, "games", 3, "games per number of seats (for a contest's bots 1)")
	f.StringSliceVar(&c.packages, "packages", nil, "Python `PACKAGES` that bots may import (default: any)")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

// verdict is the result of a check.
type verdict struct {
	Agon     int       `json:"agon"`
	Bot      string    `json:"bot"`
	Author   string    `json:"author"`
	Sandbox  string    `json:"sandbox"`
	Passed   bool      `json:"passed"`
	Stopped  bool      `json:"stopped,omitempty"` // by a signal: the findings are those so far
	Findings []finding `json:"findings"`
	Moves    int       `json:"moves"`
	AvgUs    float64   `json:"avg_us"`
	Round    *round    `json:"round,omitempty"` // one move from the bot's point of view
}

// finding is the result of one test of a check.
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
	progress := newActivity(w)
	defer progress.end()
	progress.now(true, "building %s", ref)
	looked := bot.NewLog(0)
	entries, err := c.bots(cmd.Context(), k, []string{ref}, looked)
	if err != nil {
		return err
	}
	passed := true
	var stopped error
	for _, e := range entries {
		v := &verdict{Agon: 1, Bot: e.Name, Author: e.Author, Passed: true}
		if e.Broken != "" {
			v.add(false, "starts", "%s\n%s", e.Broken, traceback.Short(tail(looked.Text())))
		} else {
			x := examination{checking: c, progress: progress, label: "checking " + e.Name, kind: k, settings: settings, sizes: tableSizes(k), packages: c.packages, repeat: true, enforced: true}
			stopped = x.examine(cmd.Context(), v, e, c.draw(cmd.Flags()))
			if stopped != nil && !v.Stopped {
				return host(stopped)
			}
		}
		progress.clear()
		v.Sandbox = c.About()
		passed = passed && v.Passed
		if c.json {
			err = printJSON(w.out, v)
		} else {
			err = v.print(w.out)
		}
		if err := errors.Join(err, stopped); err != nil {
			return host(err)
		}
	}
	if !passed {
		return &exit{exitFault, nil}
	}
	return nil
}

func (v *verdict) print(out io.Writer) error {
	by := ""
	if v.Author != "" {
		by = " by " + printable(v.Author)
	}
	fmt.Fprintf(out, "%s%s   sandbox %s\n", printable(v.Bot), by, v.Sandbox)
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
	switch {
	case v.Stopped:
		word = "stopped: these are the findings so far"
	case !v.Passed:
		word = "failed"
	}
	_, err := fmt.Fprintf(out, "%s\n", word)
	return err
}

// An examination is the conditions under which a bot is checked.
type examination struct {
	*checking
	progress  *activity
	label     string // what is being done, for the progress
	quiet     bool   // only what takes long is said on a pipe
	kind      *game.Kind
	settings  game.Settings
	sizes     []int          // numbers of seats of the games to play
	opener    *lineup.Opener // of the opponents; nil: the command's own
	processor bool           // clocks charge processor time
	packages  []string       // that the bot may import; nil: any
	average   time.Duration  // limit of the average time of a move; 0: the kind's own
	enforced  bool           // a bot over the average fails
	repeat    bool           // one game is played twice
}

// examine plays the games and adds the findings to the verdict. If a signal stops it, the verdict is marked and has those so far.
func (x *examination) examine(ctx context.Context, v *verdict, e lineup.Entry, seed int64) error {
	v.add(true, "starts", "%s", e.Ref)
	x.imports(v, e)
	var total worker.SeatTally
	total.Faults = map[string]int{}
	var told []toldFault
	var seen sightings
	var peak int64
	loud, repeats := false, true
	secret := x.botSecret(seed)
	var stopped error
	for _, seats := range x.sizes {
		s := session{examination: x, entry: e, seats: seats, secret: secret, seen: &seen}
		played, same, err := x.session(ctx, &s, seed)
		if err != nil && ctx.Err() == nil {
			return err
		}
		stopped, repeats = err, repeats && same
		for _, g := range played {
			for _, f := range g.told {
				if !slices.ContainsFunc(told, func(had toldFault) bool { return had.why == f.why }) {
					told = append(told, f)
				}
			}
			add(&total, g.tally)
			loud = loud || gamelog.Dropped(g.tally.Log)
		}
		peak = max(peak, s.peak)
		if stopped != nil {
			v.Stopped = true
			break
		}
	}
	var lines []string
	for _, f := range told {
		if f.why != game.Gone || len(told) == 1 { // the fault before it is already in the list
			lines = append(lines, f.text)
		}
	}
	if len(lines) > 0 && e.Seeded() {
		lines = append(lines, fmt.Sprintf("agon play with --seed of a game and --secret %s plays it again", secret))
	}
	x.faults(v, total, lines)
	seen.judge(v, x.kind)
	x.times(v, total)
	if loud {
		v.add(true, "prints", "more than is kept of a game; its log has the beginning and the end")
	}
	if peak > 0 {
		v.add(true, "memory", "%.1f MiB at most, of all its processes", float64(peak)/(1<<20))
	}
	if total.Doubt != "" {
		v.add(false, "clock", "%s: %s", report.ClockDisagrees, total.Doubt)
	}
	switch {
	case !x.repeat, v.Stopped:
	case repeats:
		v.add(true, "repeats", "equal seeds gave equal moves, alone and beside other games")
	default:
		v.add(true, "repeats", "equal seeds gave different moves: it draws from chance of its own, or reads a clock; that is allowed")
	}
	return stopped
}

// session plays all games with a number of seats at once, as a contest does, and one of them again alone: both must be the same game. With
// an error it returns what had been played.
func (x *examination) session(ctx context.Context, s *session, seed int64) (played []checked, same bool, err error) {
	var seeds []int64
	for nth := range x.games {
		seeds = append(seeds, game.SubSeed(seed, int64(s.seats), int64(nth)))
	}
	x.progress.now(x.quiet, "%s: %s with %d seats", x.label, report.Counted(len(seeds), "game"), s.seats)
	played, err = s.play(ctx, seeds)
	if !x.repeat || err != nil {
		return played, true, err
	}
	again, err := s.play(ctx, seeds[len(seeds)-1:])
	if err != nil {
		return append(played, again...), true, err
	}
	return append(played, again...), played[len(seeds)-1].same(again[0]), nil
}

func (x *examination) imports(v *verdict, e lineup.Entry) {
	if len(e.Imports) == 0 {
		return
	}
	if foreign := e.Foreign(x.packages); x.packages != nil && len(foreign) > 0 {
		v.add(false, "imports", "%s: the contest allows only %s", strings.Join(foreign, ", "), strings.Join(x.packages, ", "))
		return
	}
	v.add(true, "imports", "%s", strings.Join(e.Imports, ", "))
}

func (x *examination) faults(v *verdict, total worker.SeatTally, told []string) {
	if len(total.Faults) == 0 {
		v.add(true, "answers", "%s, every one could be played", report.Counted(total.Moves, "move"))
		return
	}
	v.add(false, "answers", "%s, %s\n%s", report.Counted(total.Moves, "move"), faultText(total.Faults), strings.Join(told, "\n"))
}

func (x *examination) times(v *verdict, total worker.SeatTally) {
	if total.Moves == 0 {
		return
	}
	average := total.Wall / time.Duration(total.Moves)
	v.Moves, v.AvgUs = total.Moves, float64(average.Nanoseconds())/1e3
	limit := x.average
	if limit == 0 {
		limit = x.kind.Clock(x.settings).Average
	}
	over := ""
	if limit > 0 && average > limit {
		over = fmt.Sprintf(", over the average limit of %v", limit)
	}
	v.add(over == "" || !x.enforced, "time", "%v a move on average%s, least %v, most %v; the clock: %s", rounded(average), over, rounded(total.Least), rounded(total.Most), clockText(x.kind, x.settings))
}

// rounded returns a time with two digits: more are different each time.
func rounded(d time.Duration) time.Duration {
	step := time.Nanosecond
	for d/step >= 100 {
		step *= 10
	}
	return d.Round(step)
}

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

// tableSizes returns the numbers of seats to check: few and many.
func tableSizes(k *game.Kind) []int {
	sizes := []int{max(k.MinSeats, min(2, k.MaxSeats))}
	if k.UsualSeats > sizes[0] {
		sizes = append(sizes, k.UsualSeats)
	}
	return sizes
}
