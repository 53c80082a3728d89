package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/bot"
	"agon/bot/lineup"
	"agon/film"
	"agon/game"
	"agon/gamelog"
	"agon/internal/nearest"
	"agon/internal/traceback"
	"agon/internal/wholefile"
	"agon/output"
	"agon/referee"
	"agon/replay"
	"agon/term"
	"agon/web"
	"agon/worker"
)

// playing are the flags of agon play.
type playing struct {
	common
	watch  bool
	web    bool
	listen string
	replay string
	logs   string
	json   bool
	debug  bool
	pretty bool
	clog   bool
	pace   time.Duration
	game   int
	rivals string
	given  *pflag.FlagSet // of the command line
}

func newPlay(w *world) *cobra.Command {
	p := &playing{}
	cmd := &cobra.Command{
		Use:   "play KIND [BOT...] | CONTEST --game N",
		Short: "play one game; defaults to the kind's built-in bots",
		Long: `Play one game. A bot is a reference:

  ./rambo.py              a Python file; ./file.py:Class names one of several
  ./folder                a folder with a bot in it
  robots/bot_list.py      the whole line-up of a clone of the 2023 contest
  builtin:NAME            a built-in bot, with parameters as builtin:NAME?key=value
  script:FILE             moves from a file, one on a line
  image:FILE              a container image as docker save writes it or an OCI archive, packed or not; oci:DIR, docker://REGISTRY/NAME (no engine needed)
  docker-daemon:NAME      an image of docker, played by it; podman:NAME
  human                   a person: here in the terminal, several in turn, or with --web each on a page of its own
  console:19010           a person at a network console (agon console HOST); type start to begin
  NAME=REF                any of these under a name of your choice`,
		Example: examples(`  agon play {kind} --watch
  agon play {kind} ./mybot.py builtin:{bot} --seed 7 --web
  agon play {kind} ./mybot.py --rivals strong
  agon play {kind} ./mybot.py --set rounds=100 --log logs --replay game.agon
  agon play {people} human builtin:{rival}
  agon play {people} Ann=human Ben=human --clog
  agon play contest.toml --game 12 --debug
  agon play {people} human human builtin:{rival} builtin:{rival2} --web --listen :8080`),
		Args:              between(1, -1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.run(cmd, w, args[0], args[1:]) },
	}
	p.flags(cmd.Flags())
	f := cmd.Flags()
	f.BoolVar(&p.watch, "watch", false, "watch in the terminal")
	f.BoolVar(&p.web, "web", false, "watch in the browser")
	f.StringVar(&p.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.StringVar(&p.replay, "replay", "", "write the game to `FILE`")
	f.StringVar(&p.logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	f.BoolVar(&p.json, "json", false, "print one JSON object")
	f.BoolVar(&p.debug, "debug", false, "print bots' output and faults, set no limits; wait for Enter after error output of a bot started per move")
	f.IntVar(&p.game, "game", 0, "number of a `GAME` of the contest to play again")
	f.BoolVar(&p.pretty, "pretty", false, "print the board as text after each turn, where the kind has one")
	f.BoolVar(&p.clog, "clog", false, "print what the kind's original engine logs")
	f.StringVar(&p.rivals, "rivals", "", "built-in `BOT` for seats that nobody takes: a name, strong, weak, or none")
	f.DurationVar(&p.pace, "pace", usualPace, "time for a person's move before it counts as none; 0: no limit")
	return cmd
}

func (p *playing) run(cmd *cobra.Command, w *world, name string, refs []string) error {
	defer p.protection.Close()
	p.given = cmd.Flags()
	if ofContest(name) {
		return p.again(cmd, w, name, refs)
	}
	if p.game != 0 {
		return fmt.Errorf("--game plays a game of a contest again, and %s is a kind of game: agon play contest.toml --game %d", name, p.game)
	}
	k, settings, err := p.kind(name)
	if err != nil {
		return err
	}
	if _, err := p.shared(); err != nil {
		return err
	}
	if _, err := clockOf(p.clock); err != nil {
		return err
	}
	if err := p.loggable(k); err != nil {
		return err
	}
	looked := bot.NewLog(0)
	humans := newHumans(w, k, p.pace)
	defer humans.close()
	humans.patient = !cmd.Flags().Changed("pace")
	p.people = humans.seat
	if refs, err = p.fill(w, k, refs); err != nil {
		return err
	}
	entries, err := p.bots(cmd.Context(), k, refs, looked)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return errors.New(strings.TrimRight(fmt.Sprintf("%s: %s\n%s", e.Ref, e.Broken, traceback.Short(tail(looked.Text()))), "\n"))
		}
	}
	if err := k.SeatsFit(len(entries)); err != nil {
		return fmt.Errorf("%w: name as many bots, as in agon play %s builtin:%s …", err, k.Name, k.Builtins[0].Name)
	}
	if err := dealable(k, settings, len(entries)); err != nil {
		return err
	}
	g := &oneGame{playing: p, world: w, kind: k, settings: settings, entries: entries, seed: p.draw(cmd.Flags()), humans: humans}
	if err := humans.sitDown(cmd.Context(), g); errors.Is(err, context.Canceled) {
		return g.failed(err)
	} else if err != nil {
		return err
	}
	return g.run(cmd.Context())
}

// fill adds built-in bots, and says so, until there are as many as the kind needs, and two at least.
func (p *playing) fill(w *world, k *game.Kind, refs []string) ([]string, error) {
	missing := max(k.MinSeats, min(2, k.MaxSeats)) - len(refs)
	if len(refs) == 0 || missing <= 0 || p.rivals == "none" {
		return refs, nil
	}
	var names []string
	for _, b := range k.Builtins {
		names = append(names, b.Name)
	}
	switch p.rivals {
	case "":
	case "strong":
		names = names[len(names)-1:]
	case "weak":
		names = []string{k.Weakest}
	default:
		if name, _, _ := strings.Cut(p.rivals, "?"); !slices.Contains(names, name) {
			return nil, fmt.Errorf("--rivals %s: %s has no built-in bot %q%s (it has %s; or strong, weak, none)", p.rivals, k.Name, name, nearest.Hint(name, names), strings.Join(names, ", "))
		}
		names = []string{p.rivals}
	}
	for i := range missing {
		refs = append(refs, "builtin:"+names[i%len(names)])
	}
	fmt.Fprintf(w.err, "agon: %s plays too; --rivals chooses who\n", strings.Join(refs[len(refs)-missing:], " "))
	return refs, nil
}

// tail is the end of what a bot printed, with control bytes taken out.
func tail(log []byte) string {
	const most = 2000
	return printable(string(log[max(0, len(log)-most):]))
}

// oneGame is one game that is played, and perhaps watched.
type oneGame struct {
	*playing
	world    *world
	kind     *game.Kind
	settings game.Settings
	entries  []lineup.Entry
	seed     int64
	film     *film.Film
	outcome  *playOutcome
	humans   *humans
	keyboard *keyboard  // that several people share; nil for none
	views    []seatView // films of those who play by hand
	alone    int        // turns since one of them was asked
	turned   time.Time  // when the last turn was over

	printed livePrinted
	turns   *liveTurns // nil: nobody looks
	before  uint64     // digest of the game that is played again; 0: none

	engine    *engineLog   // what --clog prints; nil without it
	files     *output.Live // the kind's own files, written while the game is played; nil where there are none
	unwritten error        // what has stopped their writing
}

func (g *oneGame) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, g.humans.stop)()
	if g.web || !g.humans.lines && (g.watch || g.humans.here != nil) {
		return g.shown(ctx)
	}
	defer g.humans.read(ctx)()
	g.keyboard = g.shareKeyboard()
	if err := g.play(ctx); err != nil {
		return g.failed(err)
	}
	return g.tell()
}

// failed is the host's failure, or a player's interrupt.
func (g *oneGame) failed(err error) error {
	if errors.Is(err, context.Canceled) {
		return &exit{exitHost, errors.New("stopped; the game was discarded")}
	}
	return host(err)
}

// shown plays beside a viewer, which the game does not wait for.
func (g *oneGame) shown(ctx context.Context) error {
	g.film = film.New(g.info())
	if g.web && !g.veiled() {
		g.turns = &liveTurns{logs: map[seatTurn]web.TurnLog{}}
	}
	chairs := g.seatPeople()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, g.humans.stop)()
	done := make(chan error, 1)
	go func() { done <- g.play(ctx) }()
	shown := g.show(ctx, chairs)
	if _, over := g.film.Len(); !over {
		stop()
	}
	err := <-done
	if err != nil && !errors.Is(err, context.Canceled) {
		return host(err)
	}
	if shown != nil && !errors.Is(shown, context.Canceled) {
		return host(shown)
	}
	if err != nil && !g.json {
		return host(term.PrintStanding(g.words(), g.film)) // left before the end
	}
	return g.tell()
}

func (g *oneGame) show(ctx context.Context, chairs []web.Chair) error {
	if !g.web {
		out, _ := g.world.out.(*os.File)
		return g.inTerminal(ctx, term.Options{In: g.world.in, Out: out, Picture: g.picture, Printed: g.whatIsPrinted(), Own: g.ownSeat()})
	}
	l, err := net.Listen("tcp", g.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; name another address with --listen", g.listen, err)
	}
	fmt.Fprintf(g.world.err, "agon: watch at http://%s   (Ctrl-C ends)\n", reachable(l.Addr()))
	g.tellChairs(l.Addr(), chairs)
	return web.ServePlay(ctx, l, g.film, chairs, g.liveLogs())
}

func (g *oneGame) info() film.Info {
	r := &replay.Replay{Record: &game.Record{Seed: g.seed}, Seats: g.seats()}
	info := filmInfo(g.kind, g.settings, r)
	info.Veiled = g.veiled()
	return info
}

func (g *oneGame) seats() []replay.Seat {
	var seats []replay.Seat
	for i, e := range g.entries {
		seats = append(seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: i, Params: e.Params()})
	}
	return seats
}

// play plays the game on one core.
func (g *oneGame) play(ctx context.Context) error {
	shared, _ := g.shared() // run has checked it
	var seats []int
	for i := range g.entries {
		seats = append(seats, i)
	}
	pool := g.pool(g.kind, g.settings, g.entries, g.seed)
	pool.Lanes, pool.Times, pool.OneProcess, pool.NoLimits = 1, true, shared, g.noLimits || g.debug
	pool.Processor, _ = clockOf(g.clock)
	pool.Take = worker.Once(worker.Job{Lineup: seats, Fixtures: []referee.Fixture{{Seed: g.seed, Seats: seats}}})
	pool.Done = func(_ int, played worker.Game) error { return g.done(played) }
	pool.Logged = g.printed.logged
	pool.Begin = func(t *game.Table) {
		g.look(t, nil)
		g.keyboard.turn(ctx, t)
	}
	pool.Turn = func(t *game.Table, calls []*bot.Call) {
		g.look(t, calls)
		g.halt(ctx, calls)
		g.keepPace(ctx, calls)
		g.keyboard.turn(ctx, t)
	}
	return pool.Work(ctx)
}

// look shows the deal, and each turn after it, to all spectators.
func (g *oneGame) look(t *game.Table, calls []*bot.Call) {
	g.print(t)
	g.turns.note(t, calls)
	g.write(t)
	g.log(t)
	if g.film == nil {
		return
	}
	eye := game.Audience
	if g.veiled() {
		eye = game.Public
	}
	g.shoot(g.film, film.TakeFor(t, eye), t, calls)
	for _, e := range g.views {
		g.shoot(e.film, film.TakeFor(t, e.seat), t, calls)
		if refused, _ := t.Told(e.seat); refused != "" && asked(calls, e.seat) {
			e.film.Tell(refused)
		}
	}
}

// shoot films a turn.
func (g *oneGame) shoot(f *film.Film, shot film.Shot, t *game.Table, calls []*bot.Call) {
	if calls == nil {
		f.Append(shot)
		return
	}
	shot.Took = make([]game.Micros, t.Seats())
	for i := range shot.Took {
		shot.Took[i] = -1
	}
	for _, c := range calls {
		if g.entries[c.Seat].Person == nil || c.Reply.Took > 0 {
			shot.Took[c.Seat] = c.Reply.Took
		}
		if c.Reply.Took == 0 && g.entries[c.Seat].Person == nil {
			shot.Took[c.Seat] = game.Micros(c.Wall.Microseconds())
		}
		if c.Reply.Fault != game.NoFault {
			shot.Faults = append(shot.Faults, game.FaultAt{Turn: t.Turns() - 1, Seat: c.Seat, Why: c.Reply.Fault, Note: c.Reply.Note})
		}
		if len(c.Reply.Remark) > 0 && !g.veiled() {
			shot.Remarks = append(shot.Remarks, game.RemarkAt{Turn: t.Turns() - 1, Seat: c.Seat, Text: append([]byte(nil), c.Reply.Remark...)})
		}
	}
	f.Append(shot)
	if t.Over() {
		f.End(t.Ending(), t.Digest())
	}
}

// done keeps what the game came to.
func (g *oneGame) done(played worker.Game) error {
	g.outcome = newPlayOutcome(g, played)
	rep := &replay.Replay{Record: played.Record, Seats: g.seats()}
	if g.replay != "" {
		if err := wholefile.Write(g.replay, func(out io.Writer) error {
			_, err := out.Write(replay.Encode(rep, g.kind.Timed))
			return err
		}); err != nil {
			return fmt.Errorf("write the replay: %w", err)
		}
	}
	if err := g.engine.close(); err != nil {
		return err
	}
	if g.playing.logs != "" {
		if err := g.written(); err != nil {
			return err
		}
	}
	for seat, t := range played.Seats {
		g.printed.ended(seat, t.Log)
		if g.debug && len(t.Log) > 0 {
			fmt.Fprintf(g.world.err, "--- %s\n%s", g.entries[seat].Name, printable(string(gamelog.Plain(t.Log))))
		}
		if g.playing.logs == "" {
			continue
		}
		if err := os.MkdirAll(g.playing.logs, 0o755); err != nil {
			return err
		}
		name := filepath.Join(g.playing.logs, fmt.Sprintf("%02d-%s.log", seat, fileName(g.entries[seat].Name)))
		if err := wholefile.WriteBytes(name, gamelog.Plain(t.Log)); err != nil {
			return fmt.Errorf("write a log: %w", err)
		}
	}
	return nil
}

// tell prints what the game came to.
func (g *oneGame) tell() error {
	if g.outcome == nil {
		return nil
	}
	if g.json {
		return printJSON(g.world.out, g.outcome.json())
	}
	return host(g.outcome.print(g.world.out))
}
