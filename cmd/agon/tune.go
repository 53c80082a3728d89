package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot/build"
	"agon/contest"
	"agon/contest/run"
	"agon/format/tournament/compare"
	"agon/game"
	"agon/internal/nearest"
	"agon/internal/regular"
	"agon/internal/wholefile"
	"agon/lab/tuning"
	"agon/show/report"
	"agon/show/term/table"
)

// tuner are the flags of agon tune.
type tuner struct {
	comparing
	only        []string
	rounds      int
	width, step float64
	confirm     int

	kindOf   *game.Kind
	settings game.Settings
	ref, bot string // its folder as it was named, and its absolute path
	all      []build.Parameter
	tuned    []int // those of all that are tuned
	search   tuning.Search
	path     [][]float64    // values of the tuned ones before each round, and after the last
	total    int            // games played
	faults   map[string]int // of the versions, in the rounds of this run
	dir      string
}

func newTune(w *world) *cobra.Command {
	t := &tuner{}
	cmd := &cobra.Command{
		Use:   "tune KIND BOT",
		Short: "find better values for a bot's parameters",
		Long: `Tune plays versions of a bot against each other that differ in the values of its parameters, and moves the values towards the better version, round by round.
It then compares the bot with its tuned version in games with other luck, and tells whether it is better.

BOT is a folder whose bot.toml declares parameters:

  [parameters]
  depth = { value = 3, from = 1, to = 8 }
  weight = { value = 1.5, from = 0.0, to = 5.0 }

The bot finds them in its environment, as BOT_DEPTH and BOT_WEIGHT, or in the words {depth} and {weight} of run. All move at once (simultaneous perturbation), so a round
costs the games of two versions, however many parameters there are. Ctrl-C stops it, and the same command goes on.

It exits with 0 if the tuned version is better and with 3 if that is not known or not so.`,
		Example: examples(`  agon tune {kind} ./mybot
  agon tune {kind} ./mybot --only weight --rounds 300 --games 40
  agon tune {kind} ./mybot --against builtin:{bot},builtin:{bot2}`),
		Args:              between(2, 2),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return t.run(cmd, w, args) },
	}
	t.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringSliceVar(&t.only, "only", nil, "tune these `PARAMETERS` and leave the others (default: all)")
	f.IntVar(&t.rounds, "rounds", 100, "number of rounds")
	f.IntVar(&t.games, "games", 20, "games of a round")
	f.Float64Var(&t.width, "width", 0.1, "distance of the versions of the first round from the present values, as a part of the range, up to 0.5")
	f.Float64Var(&t.step, "step", 0.1, "how far the values move after the first round if one version wins all games, as a part of the range")
	f.IntVar(&t.confirm, "confirm", 2000, "most games of the comparison at the end; 0: none")
	f.StringSliceVar(&t.against, "against", nil, "opponents of both versions, as `BOTS`, by reference; repeatable (default: they play each other)")
	f.IntVar(&t.seats, "seats", 0, "bots in each game with --against (default: as many as there are and the kind has seats for)")
	f.IntVar(&t.jobs, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&t.lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.StringVar(&t.out, "out", "", "`DIR` for the path and the tuned bot (default: out/tune-…, another one for another bot or other options)")
	f.BoolVar(&t.fresh, "fresh", false, "discard earlier rounds")
	f.BoolVar(&t.json, "json", false, "print one JSON object")
	return cmd
}

func (t *tuner) run(cmd *cobra.Command, w *world, args []string) (err error) {
	defer t.protection.Close()
	t.strangers = true
	t.strict, t.void, t.times, t.certainty = true, true, false, "95%"
	if t.together, err = t.shared(); err != nil {
		return err
	}
	if err := errors.Join(t.protection.check(), t.possible()); err != nil {
		return err
	}
	if t.kindOf, t.settings, err = t.kind(args[0]); err != nil {
		return err
	}
	if err := t.parameters(args[1]); err != nil {
		return err
	}
	line := newActivity(w)
	defer line.end()
	line.now(true, "building the bot")
	t.keys = t.keysOf(t.games, "99.9%") // a round ends with its last game: what is sought is the difference, not whether there is one
	sum, err := t.sum(cmd.Context(), t.kindOf, t.settings, []string{t.bot})
	if err != nil {
		return err
	}
	if t.dir = t.out; t.dir == "" {
		t.dir = filepath.Join("out", fmt.Sprintf("tune-%s-%s", t.kindOf.Name, sum))
	}
	if dir, err := filepath.Abs(t.dir); err != nil || dir == t.bot || strings.HasPrefix(dir, t.bot+string(filepath.Separator)) {
		return fmt.Errorf("%s lies in the bot's folder, which is copied for each version: choose a folder elsewhere, as in --out ../tuned", t.dir)
	}
	if err := t.own(); err != nil {
		return err
	}
	release, err := contest.Hold(t.dir)
	if err != nil {
		return t.refused(err)
	}
	defer release()
	record, err := t.resume(sum)
	if err != nil {
		return err
	}
	defer record.Close()
	if err := t.playRounds(cmd.Context(), w, line, record); err != nil {
		return err
	}
	return t.end(cmd.Context(), w, line)
}

// possible returns what is wrong with the flags.
func (t *tuner) possible() error {
	switch {
	case t.rounds < 1 || t.games < 2:
		return fmt.Errorf("--rounds %d --games %d: at least one round of two games", t.rounds, t.games)
	case !(t.width > 0 && t.width <= 0.5):
		return fmt.Errorf("--width %v: it is a part of the range, above 0 and at most 0.5", t.width)
	case !(t.step > 0 && t.step <= 1):
		return fmt.Errorf("--step %v: it is a part of the range, above 0 and at most 1", t.step)
	case t.confirm != 0 && t.confirm < 2:
		return fmt.Errorf("--confirm %d: at least two games, or 0 for no comparison", t.confirm)
	case len(t.against) == 0 && t.seats != 0:
		return errors.New("--seats needs --against: without opponents the two versions play each other")
	}
	return nil
}

func (t *tuner) keysOf(games int, certainty string) map[string]any {
	return map[string]any{"games": games, "seats": t.seats, "until": certainty}
}

// declares shows how parameters are declared.
const declares = "declare parameters in its bot.toml, as in\n[parameters]\ndepth = { value = 3, from = 1, to = 8 }"

// parameters reads the parameters of a bot, and begins the path with their values.
func (t *tuner) parameters(ref string) error {
	info, err := os.Stat(ref)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is a file, and agon tune wants a bot's folder: put it into one, and %s", ref, declares)
	}
	if t.bot, err = filepath.Abs(ref); err != nil {
		return host(err)
	}
	t.ref = ref
	if t.all, err = build.ReadParameters(ref); err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	if len(t.all) == 0 {
		return fmt.Errorf("%s has no parameters: %s", ref, declares)
	}
	var names []string
	for _, p := range t.all {
		names = append(names, p.Name)
	}
	for _, name := range t.only {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%s has no parameter %q%s", ref, name, nearest.Hint(name, names))
		}
	}
	var start []float64
	t.search = tuning.Search{Rounds: t.rounds, Seed: t.seed, Width: t.width, Step: t.step}
	for i, p := range t.all {
		if len(t.only) > 0 && !slices.Contains(t.only, p.Name) {
			continue
		}
		t.tuned = append(t.tuned, i)
		t.search.Axes = append(t.search.Axes, tuning.Axis{From: p.From, To: p.To, Whole: p.Whole})
		start = append(start, p.Value)
	}
	t.path, t.faults = [][]float64{start}, map[string]int{}
	return nil
}

// pathName is the file in a tuning's folder that tells its rounds.
const pathName = "path.jsonl"

// own returns an error if the folder has files that are not a tuning's, which would be replaced.
func (t *tuner) own() error {
	found, err := os.ReadDir(t.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return host(err)
	}
	for _, e := range found {
		if e.Name() == pathName {
			text, err := regular.Read(filepath.Join(t.dir, pathName))
			if err != nil {
				return host(err)
			}
			if len(text) == 0 || bytes.HasPrefix(text, []byte(`{"of":`)) {
				return nil
			}
		}
	}
	for _, e := range found {
		if e.Name() != "lock" {
			return fmt.Errorf("%s has files that are not of a tuning, as %s; choose an empty folder or a new one with --out", printable(t.dir), printable(e.Name()))
		}
	}
	return nil
}

// A tunedRound is a line of path.jsonl. The first line has what the rounds depend on.
type tunedRound struct {
	Of         string    `json:"of,omitempty"`
	Difference float64   `json:"difference"` // of points: those of the upper version less those of the lower one
	Games      int       `json:"games"`
	After      []float64 `json:"after"`
}

// resume reads the rounds that were played before, and opens the file for more.
func (t *tuner) resume(sum string) (*os.File, error) {
	name := filepath.Join(t.dir, pathName)
	of := fmt.Sprintf("%s %v %v %v %v", sum, t.rounds, t.width, t.step, t.only)
	text, err := os.ReadFile(name)
	if t.fresh || errors.Is(err, fs.ErrNotExist) {
		text = nil
	} else if err != nil {
		return nil, host(err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1] // a run that was killed may have left a part of a line
	for i, data := range bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n")) {
		var r tunedRound
		if len(whole) == 0 {
			break
		}
		if err := json.Unmarshal(data, &r); err != nil || i > 0 && len(r.After) != len(t.tuned) {
			return nil, &exit{exitFault, fmt.Errorf("%s:%d is damaged; --fresh begins anew", name, i+1)}
		}
		if i == 0 && r.Of != of {
			return nil, fmt.Errorf("%s was begun with another bot or other options; choose another --out, or --fresh begins anew", t.dir)
		}
		if i > 0 {
			t.path, t.total = append(t.path, r.After), t.total+r.Games
		}
	}
	record, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, host(err)
	}
	if err := record.Truncate(int64(len(whole))); err != nil {
		record.Close()
		return nil, host(err)
	}
	record.Seek(0, io.SeekEnd)
	if len(whole) == 0 {
		err = errors.Join(host(os.RemoveAll(filepath.Join(t.dir, "confirm"))), t.note(record, tunedRound{Of: of}))
	}
	if err != nil {
		record.Close()
		return nil, err
	}
	return record, nil
}

// note writes a line of path.jsonl.
func (t *tuner) note(record *os.File, r tunedRound) error {
	data, err := json.Marshal(r)
	if err == nil {
		_, err = record.Write(append(data, '\n'))
	}
	return host(err)
}

// playRounds plays the rounds that are left.
func (t *tuner) playRounds(ctx context.Context, w *world, line *activity, record *os.File) error {
	versions := filepath.Join(t.dir, "versions")
	defer os.RemoveAll(versions)
	for round := len(t.path) - 1; round < t.rounds; round++ {
		at := t.path[round]
		down, up := t.search.Sides(round, at)
		var two []string
		for i, values := range [][]float64{down, up} {
			side := [...]string{"lower", "upper"}[i]
			dir := filepath.Join(versions, fmt.Sprint(round), side, filepath.Base(t.bot))
			if err := t.version(dir, values); err != nil {
				return err
			}
			two = append(two, side+"="+dir)
		}
		t.out, t.fresh, t.seed = filepath.Join(t.dir, "round"), true, t.search.Luck(round)
		said, interrupted, err := t.played(ctx, w, line, t.paired(t.kindOf, t.settings, true, two), func(_ *contest.Contest, p run.Progress) {
			line.now(true, "round %d of %d: %s; game %d of %d", round+1, t.rounds, t.values(at), min(p.Done+1, t.games), t.games)
		})
		if interrupted || err == nil && ctx.Err() != nil {
			return &exit{exitHost, fmt.Errorf("stopped after %s of %d; run the same command again to continue", report.Counted(round, "round"), t.rounds)}
		}
		if err != nil {
			return err
		}
		for _, f := range said.Faults {
			t.faults[f.Fault] += f.Times
		}
		after := t.search.Move(round, at, said.Points.Value)
		if err := t.note(record, tunedRound{Difference: said.Points.Value, Games: said.Games, After: after}); err != nil {
			return err
		}
		t.path, t.total = append(t.path, after), t.total+said.Games
		if err := errors.Join(os.RemoveAll(t.out), os.RemoveAll(versions)); err != nil {
			return host(err)
		}
	}
	return nil
}

// version makes a version of the bot: a copy of its folder with other values in its bot.toml.
func (t *tuner) version(dir string, values []float64) error {
	if err := os.RemoveAll(dir); err != nil { // a run that was killed may have left a part of it
		return host(err)
	}
	if err := os.CopyFS(dir, os.DirFS(t.bot)); err != nil {
		if errors.Is(err, fs.ErrInvalid) {
			return fmt.Errorf("%s cannot be copied: it has an entry that is not a file, a folder or a link: %w", printable(t.ref), err)
		}
		return host(fmt.Errorf("copy the bot: %w", err))
	}
	name := filepath.Join(dir, "bot.toml")
	text, err := os.ReadFile(name)
	if err != nil {
		return host(err)
	}
	changed := map[string]float64{}
	for i, value := range values {
		changed[t.all[t.tuned[i]].Name] = value
	}
	if text, err = build.ChangeParameters(text, changed); err != nil {
		return err
	}
	return host(wholefile.WriteBytes(name, text))
}

// values tells values of the tuned parameters: "depth 4, weight 1.7".
func (t *tuner) values(at []float64) string {
	var all []string
	for i, v := range at {
		all = append(all, t.all[t.tuned[i]].Name+" "+fmt.Sprintf("%.4g", v))
	}
	return strings.Join(all, ", ")
}

// tunedBot is what agon tune tells.
type tunedBot struct {
	Agon       int              `json:"agon"` // version of the format
	Parameters []tunedParameter `json:"parameters"`
	Rounds     int              `json:"rounds"`
	Games      int              `json:"games"`
	Faults     map[string]int   `json:"faults,omitempty"` // of the versions, in the rounds of this run
	Dir        string           `json:"dir"`              // of the tuned bot
	Confirmed  *comparison      `json:"confirmed,omitempty"`
}

type tunedParameter struct {
	Name   string    `json:"name"`
	From   float64   `json:"from"`
	To     float64   `json:"to"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
	Path   []float64 `json:"path"` // before each round, and after the last
}

// end makes the tuned bot, compares it with the bot, and tells both.
func (t *tuner) end(ctx context.Context, w *world, line *activity) error {
	best := t.search.Best(t.path)
	said := &tunedBot{Agon: 1, Rounds: len(t.path) - 1, Games: t.total, Faults: t.faults, Dir: filepath.Join(t.dir, "tuned", filepath.Base(t.bot))}
	same := true
	for i, index := range t.tuned {
		p := t.all[index]
		found := tunedParameter{Name: p.Name, From: p.From, To: p.To, Before: p.Value, After: best[i]}
		for _, at := range t.path {
			found.Path = append(found.Path, at[i])
		}
		same = same && found.Before == found.After
		said.Parameters = append(said.Parameters, found)
	}
	if err := t.version(said.Dir, best); err != nil {
		return err
	}
	line.clear()
	if !t.json {
		if err := t.tell(w.out, said); err != nil {
			return host(err)
		}
	}
	var err error
	interrupted := false
	if t.confirm > 0 && !same {
		t.games, t.keys = t.confirm, t.keysOf(t.confirm, t.certainty)
		t.out, t.fresh, t.seed = filepath.Join(t.dir, "confirm"), false, t.search.Luck(-1)
		two := []string{"before=" + t.bot, "tuned=" + said.Dir}
		said.Confirmed, interrupted, err = t.played(ctx, w, line, t.paired(t.kindOf, t.settings, true, two), func(con *contest.Contest, p run.Progress) {
			line.now(true, "the tuned bot against the bot: %s", t.soFar(con, p))
		})
		if err != nil {
			return err
		}
	}
	switch {
	case t.json:
		err = printJSON(w.out, said)
	case said.Confirmed != nil:
		fmt.Fprintln(w.out)
		err = host(said.Confirmed.print(w.out))
	}
	switch {
	case err != nil:
		return err
	case interrupted:
		return &exit{exitHost, errors.New("stopped; run the same command again to continue")}
	case t.confirm > 0 && (same || said.Confirmed.Answer != compare.Better):
		return &exit{exitFault, nil}
	}
	return nil
}

// tell prints the values before and after, the path of each, and where the tuned bot lies.
func (t *tuner) tell(out io.Writer, said *tunedBot) error {
	style := table.On(out, os.Environ())
	tb := &table.Table{Columns: []table.Column{
		{Head: "Parameter", Width: 24}, {Head: "Before", Width: 10}, {Head: "Tuned", Width: 10}, {Head: "Range", Width: 16}, {Head: "Path", Width: 40},
	}}
	for i, p := range said.Parameters {
		of := t.all[t.tuned[i]]
		tb.Rows = append(tb.Rows, []table.Cell{
			table.Text(p.Name), table.Text(of.Text(p.Before)), table.Text(of.Text(p.After)), table.Text(of.Text(p.From) + " to " + of.Text(p.To)), table.Text(course(p.Path, p.From, p.To)),
		})
	}
	if err := tb.Write(out, style); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", style.Wrap(fmt.Sprintf("%s and %s. The bot with the tuned values: %s", report.Counted(said.Rounds, "round"), report.Counted(said.Games, "game"), printable(said.Dir))))
	if len(said.Faults) > 0 {
		fmt.Fprintln(out, style.Wrap(fmt.Sprintf("Its versions were at fault in the rounds of this run: %s. agon check %s %s tells why", report.FaultCounts(said.Faults), t.kindOf.Name, printable(t.ref))))
	}
	return nil
}

// course draws the course of a value through its range: a bar for each part of the path, at most 40.
func course(path []float64, from, to float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	width := min(len(path), 40)
	drawn := make([]rune, width)
	for i := range drawn {
		part := path[i*len(path)/width : (i+1)*len(path)/width]
		sum := 0.0
		for _, v := range part {
			sum += v
		}
		height := (sum/float64(len(part)) - from) / (to - from)
		drawn[i] = bars[min(int(height*float64(len(bars))), len(bars)-1)]
	}
	return string(drawn)
}
