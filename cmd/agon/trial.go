package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/game"
	"agon/internal/wholefile"
	"agon/lab/session"
	"agon/play/referee"
	"agon/play/worker"
	"agon/show/term/table"
)

// trialFlags are the flags of agon trial.
type trialFlags struct {
	bots    botFlags
	session *session.Session // of the flags
	games   int
	rounds  int
	profile string
	json    bool
}

func newTrial(w *world) *cobra.Command {
	t := &trialFlags{}
	cmd := &cobra.Command{
		Use:   "trial KIND BOT...",
		Short: "measure bots' move times",
		Long: `Measure bots' move times as a contest does: around the call, in the bot's own process, one bot at a time on one core.
A single bot plays against built-in bots, which are not listed.`,
		Example: examples(`  agon trial {kind} ./mybot.py
  agon trial {kind} ./mybot.py --profile where-it-goes`),
		Args:              between(2, -1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return t.runTrial(cmd, w, args[0], args[1:]) },
	}
	t.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&t.games, "games", 10, "games to play")
	f.IntVar(&t.rounds, "rounds", 0, "rounds in a game, for kinds with that option (100)")
	f.StringVar(&t.profile, "profile", "", "`DIR` for profiles of Python bots: profiler file, top functions, call graph")
	f.BoolVar(&t.json, "json", false, "print one JSON object")
	return cmd
}

// trial is one bot's times.
type trial struct {
	Bot    string         `json:"bot"`
	Author string         `json:"author"`
	Moves  int            `json:"moves"`
	Avg    float64        `json:"avg_us"`
	Least  float64        `json:"least_us"`
	Most   float64        `json:"most_us"`
	CPU    float64        `json:"cpu_us"`
	Faults map[string]int `json:"faults"`
	Limit  float64        `json:"limit_us,omitempty"` // of the average
	Over   bool           `json:"over"`
	Doubt  string         `json:"clock_disagrees,omitempty"` // why the bot's own times are not trusted
	wall   time.Duration
	cpu    time.Duration
}

func (t *trialFlags) runTrial(cmd *cobra.Command, w *world, name string, refs []string) error {
	var err error
	if t.session, err = t.bots.open(cmd.Flags(), false); err != nil {
		return err
	}
	defer t.session.Close()
	if err := t.shorten(name, cmd); err != nil {
		return err
	}
	k, settings, err := t.session.Kind(name)
	if err != nil {
		return err
	}
	entries, err := t.session.Bots(cmd.Context(), t.session.Opener(k, bot.NewLog(0)), refs)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return fmt.Errorf("%s: %s", e.Ref, e.Broken)
		}
	}
	tried := len(entries)
	for i := 0; len(entries) < max(k.MinSeats, 2); i++ {
		more, err := t.session.Bots(cmd.Context(), t.session.Opener(k, bot.NewLog(0)), []string{"builtin:" + k.Builtins[i%len(k.Builtins)].Name})
		if err != nil {
			return err
		}
		entries = append(entries, more...)
	}
	if err := k.SeatsFit(len(entries)); err != nil {
		return err
	}
	trials, err := t.play(cmd.Context(), k, settings, entries, t.session.Draw())
	if err != nil {
		return host(err)
	}
	return t.print(w, k, settings, trials[:tried])
}

// originalRounds are the rounds of a game in the time trial of the Colour Battle contest.
const originalRounds = 100

// shorten sets the original trial's rounds, as far as the kind allows them, unless --rounds is given.
func (t *trialFlags) shorten(name string, cmd *cobra.Command) error {
	k, _, err := t.session.Kind(name)
	if err != nil {
		return err
	}
	for _, o := range k.Options {
		if _, counts := o.Default.(int); o.Name != "rounds" || !counts {
			continue
		}
		if t.rounds > 0 {
			t.session.Set = append(t.session.Set, fmt.Sprintf("rounds=%d", t.rounds))
		} else if !cmd.Flags().Changed("set") {
			rounds := max(originalRounds, o.Min)
			if o.Max > 0 {
				rounds = min(rounds, o.Max)
			}
			t.session.Set = append(t.session.Set, fmt.Sprintf("rounds=%d", rounds))
		}
		return nil
	}
	if t.rounds > 0 {
		return fmt.Errorf("%s has no option rounds that is a number", k.Name)
	}
	return nil
}

func (t *trialFlags) play(ctx context.Context, k *game.Kind, settings game.Settings, entries []lineup.Entry, seed int64) ([]trial, error) {
	trials := make([]trial, len(entries))
	var line []int
	for i, e := range entries {
		trials[i] = trial{Bot: e.Name, Author: e.Author, Faults: map[string]int{}}
		line = append(line, i)
	}
	var mu sync.Mutex
	var failed error
	job := worker.Job{Lineup: line}
	for i := range t.games {
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: int64(i), Seed: game.SubSeed(seed, int64(i)), Seats: line})
	}
	pool := &worker.Pool{Play: t.session.Play(k, settings, entries, seed)}
	pool.Lanes, pool.Profile, pool.Take = min(t.games, 16), t.profile != "", worker.Once(job)
	pool.Done = func(_ int, g worker.Game) error {
		mu.Lock()
		defer mu.Unlock()
		for seat, s := range g.Seats {
			trials[seat].addTally(s)
		}
		return nil
	}
	pool.Leave = func(entry int, p bot.Player) {
		if python, ok := p.(*pyhost.Player); ok && t.profile != "" && failed == nil {
			failed = t.writeProfile(entries[entry].Name, python)
		}
	}
	if err := pool.Work(ctx); err != nil {
		return nil, err
	}
	for i := range trials {
		trials[i].close(k.Clock(settings).Average)
	}
	return trials, failed
}

func (t *trial) addTally(s worker.SeatTally) {
	least, most := float64(s.Least.Nanoseconds())/1e3, float64(s.Most.Nanoseconds())/1e3
	if t.Moves == 0 || least < t.Least {
		t.Least = least
	}
	t.Most = max(t.Most, most)
	t.Moves += s.Moves
	if s.Doubt != "" {
		t.Doubt = s.Doubt
	}
	t.wall += s.Wall
	t.cpu += s.CPU
	for why, n := range s.Faults {
		t.Faults[why] += n
	}
}

func (t *trial) close(limit time.Duration) {
	if t.Moves > 0 {
		t.Avg = float64(t.wall.Nanoseconds()) / 1e3 / float64(t.Moves)
		t.CPU = float64(t.cpu.Nanoseconds()) / 1e3 / float64(t.Moves)
	}
	t.Limit = float64(limit.Microseconds())
	t.Over = t.Limit > 0 && t.Avg > t.Limit
}

func (t *trialFlags) print(w *world, k *game.Kind, settings game.Settings, trials []trial) error {
	if t.json {
		return printJSON(w.out, map[string]any{"agon": 1, "kind": k.Name, "games": t.games, "options": settings.Values(), "trials": trials})
	}
	var entries []table.Trial
	for i, x := range trials {
		e := table.Trial{Slot: i, Name: x.Bot, Author: x.Author, Average: x.Avg, Least: x.Least, Most: x.Most, Remark: fmt.Sprintf("CPU %.3f", x.CPU)}
		if x.Over {
			e.Remark += fmt.Sprintf(", over %v", time.Duration(x.Limit*1e3))
		}
		if text := marks(x.Faults, x.Doubt); text != "" {
			e.Remark += ", " + text
		}
		entries = append(entries, e)
	}
	if err := table.Trials(entries).Write(w.out, table.On(w.out, os.Environ())); err != nil {
		return host(err)
	}
	if t.profile != "" {
		fmt.Fprintf(w.out, "Profiles: %s (NAME.pstats, NAME.txt, NAME.svg)\n", t.profile)
	}
	return nil
}

// writeProfile writes a bot's profile in its three forms.
func (t *trialFlags) writeProfile(name string, p *pyhost.Player) error {
	profile, err := p.Profile()
	if err != nil {
		return fmt.Errorf("profile of %s: %w", name, err)
	}
	if err := os.MkdirAll(t.profile, 0o755); err != nil {
		return err
	}
	base := filepath.Join(t.profile, fileName(name))
	for _, f := range []struct {
		ending string
		text   []byte
	}{{".pstats", profile.File}, {".txt", topFunctions(profile)}, {".svg", callPicture(name, profile)}} {
		if err := wholefile.WriteBytes(base+f.ending, f.text); err != nil {
			return err
		}
	}
	return nil
}
