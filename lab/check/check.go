/*
Package check gives a verdict on a bot before its first contest: it plays games of the bot against built-in ones under the conditions of
a contest, all games with one number of seats at once, and finds every kind of fault, one move in full, the times, the memory, and
whether equal seeds give equal games. Where these games are short it plays more, against strong bots and against the bot itself.

	check.go    the conditions, the findings and the verdict
	session.go  the games
	longer.go   those that are played since the others were short
	round.go    one move as the bot met it
*/
package check

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot/lineup"
	"agon/game"
	"agon/internal/traceback"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/show/report"
)

// A Verdict is the result of a check.
type Verdict struct {
	Agon     int       `json:"agon"`
	Bot      string    `json:"bot"`
	Author   string    `json:"author"`
	Sandbox  string    `json:"sandbox"`
	Passed   bool      `json:"passed"`
	Stopped  bool      `json:"stopped,omitempty"` // by a signal: the findings are those so far
	Findings []Finding `json:"findings"`
	Moves    int       `json:"moves"`
	AvgUs    float64   `json:"avg_us"`
	Round    *Round    `json:"round,omitempty"` // one move from the bot's point of view
}

// A Finding is the result of one test of a check.
type Finding struct {
	What string `json:"what"`
	Good bool   `json:"good"`
	Told string `json:"told"`

	Problems []Problem `json:"problems,omitempty"` // those that have a line in the bot's files
}

// A Problem is a line of a bot's files, for editors.
type Problem struct {
	File string `json:"file"` // below the folder of the bot's reference if it is there, else as the runtime or the compiler names it
	Line int    `json:"line"` // from 1
	Text string `json:"text"` // one line
}

// Locate adds to the last finding the line at which something went wrong, if it is known.
func (v *Verdict) Locate(ref string, at traceback.Spot, text string) {
	if at.File == "" {
		return
	}
	text, _, _ = strings.Cut(text, "\n")
	last := &v.Findings[len(v.Findings)-1]
	last.Problems = append(last.Problems, Problem{file(ref, at.File), at.Line, text})
}

// file returns the path of a file of a bot, which was named in a copy of it.
func file(ref, name string) string {
	if at := strings.LastIndex(ref, ".py:"); at >= 0 {
		ref = ref[:at+3]
	}
	folder := ref
	if info, err := os.Stat(ref); err != nil {
		return name
	} else if !info.IsDir() {
		folder = filepath.Dir(ref)
	}
	base := filepath.Base(filepath.FromSlash(name))
	if found := filepath.Join(folder, filepath.FromSlash(name)); !filepath.IsAbs(name) && isFile(found) {
		return found
	}
	if found := filepath.Join(folder, base); folder != ref && isFile(found) {
		return found
	}
	if folder != ref {
		return name
	}
	found := name
	filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == base && e.Type().IsRegular() {
			found = path
			return fs.SkipAll
		}
		return nil
	})
	return found
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Add adds a finding; one that is not good fails the bot.
func (v *Verdict) Add(good bool, what, format string, args ...any) {
	v.Findings = append(v.Findings, Finding{What: what, Good: good, Told: fmt.Sprintf(format, args...)})
	v.Passed = v.Passed && good
}

// An Examination is the conditions under which bots are checked.
type Examination struct {
	worker.Play // on one core under the contest's limits; the check sets the entries, the seed and the lanes

	Options  []string       // those that were chosen, as KEY=VALUE, for the command that plays a game again
	Sizes    []int          // numbers of seats of the games to play
	Games    int            // with each of them, at least 1
	Enough   int            // moves of the bot in the longest of these games; while there are fewer, some more are played
	Opener   *lineup.Opener // of the opponents
	Packages []string       // those that the bot may import; nil: any
	Limit    time.Duration  // of the average time of a move, which is not enforced over a game; 0: the kind's own
	Enforced bool           // a bot over the average fails
	Repeat   bool           // one game is played twice
	Progress Progress
}

// A Progress follows a check.
type Progress interface {
	Begin(games, seats int) // games with a number of seats begin
	Moved(n int)            // bots made moves; called by several goroutines
}

// started says what was started: the reference, and which file or command of its folder.
func started(e *lineup.Entry) string {
	taken := e.Taken()
	if advice := strings.LastIndexByte(taken, ';'); advice >= 0 {
		return e.Ref + "\n" + taken[:advice]
	}
	return e.Ref
}

// Examine plays the games and adds the findings to the verdict. If a signal stops it, the verdict is marked and has those so far.
func (x *Examination) Examine(ctx context.Context, v *Verdict, e lineup.Entry, seed int64) error {
	v.Add(true, "starts", "%s", started(&e))
	x.imports(v, e)
	var total worker.SeatTally
	total.Faults = map[string]int{}
	var seatFaults []seatFault
	var seen sightings
	var peak int64
	var over results
	loud, repeats := false, true
	var stopped error
	for _, seats := range x.Sizes {
		s := session{Examination: x, entry: e, seats: seats, seen: &seen}
		played, same, err := x.session(ctx, &s, seed)
		if err == nil {
			played, err = x.lengthen(ctx, &s, played, seed)
		}
		if err != nil && ctx.Err() == nil {
			return err
		}
		stopped, repeats = err, repeats && same
		for _, g := range played {
			for _, f := range g.faults {
				if !slices.ContainsFunc(seatFaults, func(had seatFault) bool { return had.why == f.why }) {
					seatFaults = append(seatFaults, f)
				}
			}
			addTally(&total, g.tally)
			over.add(&g)
			loud = loud || gamelog.Dropped(g.tally.Log)
		}
		peak = max(peak, s.peak)
		if stopped != nil {
			v.Stopped = true
			break
		}
	}
	x.faults(v, e, total, seatFaults)
	seen.judge(v, x.Kind)
	over.tell(v)
	x.times(v, total)
	if loud {
		v.Add(true, "prints", "more than is kept of a game; its log has the beginning and the end")
	}
	if peak > 0 {
		v.Add(true, "memory", "%.1f MiB at most, of all its processes", float64(peak)/(1<<20))
	}
	if total.Doubt != "" {
		v.Add(false, "clock", "%s: %s", report.TimesDiffer, total.Doubt)
	}
	switch {
	case !x.Repeat, v.Stopped:
	case repeats:
		v.Add(true, "repeats", "equal seeds gave equal moves, alone and beside other games")
	default:
		v.Add(true, "repeats", "equal seeds gave different moves: it draws from chance of its own, or reads a clock; that is allowed")
	}
	return stopped
}

// session plays all games with a number of seats at once, as a contest does, and one of them again alone: both must be the same game. With
// an error it returns what had been played.
func (x *Examination) session(ctx context.Context, s *session, seed int64) (played []checked, same bool, err error) {
	var seeds []int64
	for nth := range x.Games {
		seeds = append(seeds, game.SubSeed(seed, int64(s.seats), int64(nth)))
	}
	x.Progress.Begin(len(seeds), s.seats)
	played, err = s.play(ctx, seeds)
	if !x.Repeat || err != nil {
		return played, true, err
	}
	again, err := s.play(ctx, seeds[len(seeds)-1:])
	if err != nil {
		return append(played, again...), true, err
	}
	return append(played, again...), played[len(seeds)-1].same(again[0]), nil
}

func (x *Examination) imports(v *Verdict, e lineup.Entry) {
	if len(e.Imports) == 0 {
		return
	}
	if foreign := e.Foreign(x.Packages); x.Packages != nil && len(foreign) > 0 {
		v.Add(false, "imports", "%s: the contest allows only %s", strings.Join(foreign, ", "), strings.Join(x.Packages, ", "))
		return
	}
	v.Add(true, "imports", "%s", strings.Join(e.Imports, ", "))
}

func (x *Examination) faults(v *Verdict, e lineup.Entry, total worker.SeatTally, seatFaults []seatFault) {
	if len(total.Faults) == 0 {
		v.Add(true, "answers", "%s, every one could be played", report.Counted(total.Moves, "move"))
		return
	}
	var lines []string
	for _, f := range seatFaults {
		if f.why != game.Gone || len(seatFaults) == 1 { // the fault before it is already in the list
			lines = append(lines, f.text)
		}
	}
	if len(lines) > 0 && e.Seeded() {
		lines = append(lines, fmt.Sprintf("agon play with --seed of a game and --secret %s plays it again", x.Secret))
	}
	v.Add(false, "answers", "%s, %s\n%s", report.Counted(total.Moves, "move"), report.FaultCounts(total.Faults), strings.Join(lines, "\n"))
	for _, f := range seatFaults {
		v.Locate(e.Ref, f.line, f.text)
	}
}

func (x *Examination) times(v *Verdict, total worker.SeatTally) {
	if total.Moves == 0 {
		return
	}
	average := total.Wall / time.Duration(total.Moves)
	v.Moves, v.AvgUs = total.Moves, float64(average.Nanoseconds())/1e3
	limit := x.Limit
	if limit == 0 {
		limit = x.Kind.Clock(x.Settings).Average
	}
	over := ""
	if limit > 0 && average > limit {
		over = fmt.Sprintf(", over the average limit of %v", limit)
	}
	v.Add(over == "" || !x.Enforced, "time", "%v a move on average%s, least %v, most %v; the clock: %s", Rounded(average), over,
		Rounded(total.Least), Rounded(total.Most), x.Kind.Clock(x.Settings).Text(x.Guard))
}

// Rounded returns a time with two digits: more are different each time.
func Rounded(d time.Duration) time.Duration {
	step := time.Nanosecond
	for d/step >= 100 {
		step *= 10
	}
	return d.Round(step)
}

func addTally(to *worker.SeatTally, s worker.SeatTally) {
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

// Sizes returns the numbers of seats to check: few and many.
func Sizes(k *game.Kind) []int {
	sizes := []int{max(k.MinSeats, min(2, k.MaxSeats))}
	if k.UsualSeats > sizes[0] {
		sizes = append(sizes, k.UsualSeats)
	}
	return sizes
}
