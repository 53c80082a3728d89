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
	"agon/bot/debugger"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest/config"
	"agon/game"
	"agon/internal/nearest"
	"agon/internal/traceback"
	"agon/internal/wholefile"
	"agon/lab/live"
	"agon/lab/session"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/term"
	"agon/show/web"
)

// playing are the flags of agon play.
type playing struct {
	bots    botFlags
	session *session.Session // of the flags
	watch   bool
	web     bool
	listen  string
	replay  string
	live    string
	logs    string
	turns   bool
	site    string
	json    bool
	debug   bool
	pretty  bool
	clog    bool
	pace    time.Duration
	game    int
	from    string
	turn    int
	rivals  string
	filled  string         // the built-in bots that --rivals has added
	given   *pflag.FlagSet // of the command line
	file    *config.File   // under whose conditions the game is played; nil: under the flags alone

	beginning *game.Record // of the game that is played on; nil: none

	debugged *debugging // the bot on which a debugger is opened; nil: none

	againWhenChanged bool
	replays          replays
}

func newPlay(w *world) *cobra.Command {
	p := &playing{}
	cmd := &cobra.Command{
		Use:   "play KIND [BOT...] | CONTEST.toml BOT... | CONTEST --game N [BOT...]",
		Short: "play one game; defaults to the kind's built-in bots",
		Long: `Play one game. A bot is a reference:

  ./rambo.py              a Python file; ./file.py:Class names one of several
  ./folder                a folder with a bot in it
  robots/bot_list.py      the whole line-up of a clone of the 2023 contest
  builtin:NAME            a built-in bot, with parameters as builtin:NAME?key=value
  script:FILE             moves from a file, one on a line
  image:FILE              a container image as docker save writes it or an OCI archive, packed or not; oci:DIR, docker://REGISTRY/NAME (no engine needed)
  docker-daemon:NAME      an image of docker, played by it; podman:NAME
  http://HOST:PORT        an HTTP server, for games whose game.toml has [requests]
  site:NAME               a bot of the contest site that --site names: its moves are made there, and its files stay there
  human                   a person: here in the terminal, several in turn, or with --web each on a page of its own
  console:19010           a person at a network console (agon console HOST); type start to begin
  NAME=REF                any of these under a name of your choice`,
		Example: examples(`  agon play {kind} --watch
  agon play {kind} ./mybot.py builtin:{bot} --seed 7 --web
  agon play {kind} ./mybot.py --rivals strong
  agon play {kind} ./mybot.py --again               the same game again when the file is saved, and what differs
  agon play {kind} ./mybot.py --set rounds=100 --log logs --replay game.agon
  agon play {people} human builtin:{rival}
  agon play {people} Ann=human Ben=human --clog
  agon play contest.toml ./mybot.py builtin:{bot}
  agon play {kind} ./mybot.py site:Alice --site https://contests.example.org/c/evening
  agon play contest.toml --game 12 --debug
  agon play contest.toml --game 12 --turn 80 Ann=./mybot.py       Ann's seat is played by ./mybot.py, and all play on from turn 80
  agon play {kind} ./mybot.py builtin:{bot} --from game.agon --turn 80
  agon play {people} human human builtin:{rival} builtin:{rival2} --web --listen :8080`),
		Args:              between(1, -1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.playGame(cmd, w, args[0], args[1:]) },
	}
	p.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.BoolVar(&p.watch, "watch", false, "watch in the terminal")
	f.BoolVar(&p.web, "web", false, "watch in the browser")
	f.StringVar(&p.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.StringVar(&p.replay, "replay", "", "write the game to `FILE`")
	f.StringVar(&p.live, "live", "", "write the game so far to `FILE`, five times a second at most, for programs that show it; with --log and --log-turns the logs so far too")
	f.StringVar(&p.logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	f.BoolVar(&p.turns, "log-turns", false, "write what bots print as JSON with its turn, one record a line, into the files of --log")
	f.StringVar(&p.site, "site", "", "`URL` of a contest, https://HOST/c/NAME, for bots site:NAME (token: AGON_TOKEN)")
	f.BoolVar(&p.json, "json", false, "print one JSON object")
	f.BoolVar(&p.debug, "debug", false, "print bots' output and faults, set no limits; wait for Enter after error output of a bot started per move; with --sandbox none breakpoint() in Python opens pdb")
	f.IntVar(&p.game, "game", 0, "number of a `GAME` of the contest to play again")
	f.StringVar(&p.from, "from", "", "recorded game in `FILE` to play on from, with --turn")
	f.IntVar(&p.turn, "turn", 0, "first `TURN`, from 1, in which the bots decide, with --from or --game: until then they are asked, and the recorded moves are played")
	f.BoolVar(&p.pretty, "pretty", false, "print the board as text after each turn, where the kind has one")
	f.BoolVar(&p.clog, "clog", false, "print what the kind's original engine logs")
	f.BoolVar(&p.againWhenChanged, "again", false, "play the same game again whenever a file of a bot changes, and tell what differs")
	f.StringVar(&p.rivals, "rivals", "", "built-in `BOT` for seats that nobody takes: a name, strong, weak, or none")
	f.DurationVar(&p.pace, "pace", usualPace, "time for a person's move before it counts as none; 0: no limit")
	return cmd
}

func (p *playing) playGame(cmd *cobra.Command, w *world, name string, refs []string) error {
	var err error
	if p.session, err = p.bots.open(cmd.Flags(), p.under(name, refs)); err != nil {
		return err
	}
	defer p.session.Close()
	p.given = cmd.Flags()
	if ofContest(name) {
		return p.again(cmd, w, name, refs)
	}
	switch {
	case p.turn != 0 && p.from == "":
		return errors.New("--turn needs a recorded game: --from game.agon, or a contest with --game N")
	case p.game != 0:
		return fmt.Errorf("--game plays a game of a contest again, and %s is a kind of game: agon play contest.toml --game %d", name, p.game)
	}
	k, settings, err := p.session.Kind(name)
	if err != nil {
		return err
	}
	if p.from != "" {
		return p.onward(cmd, w, k, refs)
	}
	return p.one(cmd, w, k, settings, refs)
}

// one plays a game of a kind.
func (p *playing) one(cmd *cobra.Command, w *world, k *game.Kind, settings game.Settings, refs []string) (err error) {
	if err := p.loggable(k); err != nil {
		return err
	}
	looked := bot.NewLog(0)
	humans := newHumans(w, k, p.pace)
	defer humans.Close()
	humans.patient = !cmd.Flags().Changed("pace")
	p.session.People, p.session.Sites = humans.Seat, p.ofSite(w)
	if _, err = p.rivalNames(k); err != nil {
		return err
	}
	opener := p.session.Opener(k, looked)
	if p.file != nil {
		opener = p.session.OpenerFor(k, p.file)
		opener.Log = looked
		opener.Private, err = privateOf(p.file)
		if err != nil {
			return host(err)
		}
	}
	seed := p.session.Draw()
	if p.beginning != nil {
		seed = p.beginning.Seed
	}
	if !p.againWhenChanged {
		return p.opened(cmd, w, k, settings, refs, opener, humans, seed)
	}
	if err := p.replayable(refs); err != nil {
		return err
	}
	return p.whenChanged(cmd.Context(), w, refs, func() error { return p.opened(cmd, w, k, settings, refs, opener, humans, seed) })
}

// opened opens the bots of a game and plays it.
func (p *playing) opened(cmd *cobra.Command, w *world, k *game.Kind, settings game.Settings, refs []string, opener *lineup.Opener, humans *humans, seed int64) error {
	looked := bot.NewLog(0)
	opener.Log = looked
	if p.debug && p.session.Launcher.Options.Level == sandbox.None.String() && p.debugged == nil {
		if d, err := debugger.New(p.session.Launcher, w.in, "", 0); err == nil { // else breakpoint() goes on with a warning
			d.Pythons = true
			defer d.Close()
			opener.Builds, opener.Launcher = p.session.Launcher, d
		}
	}
	p.session.Prepare(seed, refs...)
	entries, err := p.session.Bots(cmd.Context(), opener, refs)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return errors.New(strings.TrimRight(fmt.Sprintf("%s: %s\n%s", e.Ref, e.Broken, traceback.Short(tail(looked.Text()))), "\n"))
		}
	}
	if entries, err = p.fill(cmd.Context(), w, opener, entries); err != nil {
		return err
	}
	if err := p.debugged.enter(cmd.Context(), w, p.session, entries, func() *lineup.Opener { return p.session.Opener(k, looked) }); err != nil {
		return err
	}
	if p.beginning != nil && live.Played(entries) {
		return errors.New("people cannot play on from a turn: they would have to play the turns before it too")
	}
	if err := k.SeatsFit(len(entries)); err != nil {
		return fmt.Errorf("%w: name as many bots, as in agon play %s builtin:%s …", err, k.Name, k.Builtins[0].Name)
	}
	if err := dealable(k, settings, len(entries)); err != nil {
		return err
	}
	g := &oneGame{playing: p, world: w, kind: k, settings: settings, entries: entries, seed: seed, humans: humans}
	if err := humans.sitDown(cmd.Context(), g); errors.Is(err, context.Canceled) {
		return g.failed(err)
	} else if err != nil {
		return err
	}
	return g.runGame(cmd.Context())
}

// rivalNames returns the built-in bots that --rivals names for the seats that nobody takes, in turn.
func (p *playing) rivalNames(k *game.Kind) (names []string, err error) {
	for _, b := range k.Builtins {
		names = append(names, b.Name)
	}
	switch p.rivals {
	case "", "none":
		return names, nil
	case "strong":
		return names[len(names)-1:], nil
	case "weak":
		return []string{k.Weakest}, nil
	}
	if name, _, _ := strings.Cut(p.rivals, "?"); !slices.Contains(names, name) {
		return nil, fmt.Errorf("--rivals %s: %s has no built-in bot %q%s (it has %s; or strong, weak, none)", p.rivals, k.Name, name, nearest.Hint(name, names), strings.Join(names, ", "))
	}
	return []string{p.rivals}, nil
}

// fill adds built-in bots to those that were found, which one reference may be several of, until there are as many as the kind needs, and two at
// least. It says so once.
func (p *playing) fill(ctx context.Context, w *world, opener *lineup.Opener, entries []lineup.Entry) ([]lineup.Entry, error) {
	k := opener.Kind
	missing := max(k.MinSeats, min(2, k.MaxSeats)) - len(entries)
	if missing <= 0 || p.rivals == "none" {
		return entries, nil
	}
	names, err := p.rivalNames(k)
	if err != nil {
		return nil, err
	}
	var refs []string
	for i := range missing {
		refs = append(refs, "builtin:"+names[i%len(names)])
	}
	rivals, err := opener.Open(ctx, refs)
	if err != nil {
		return nil, err
	}
	if told := strings.Join(refs, " "); told != p.filled {
		p.filled = told
		fmt.Fprintf(w.err, "agon: %s plays too; --rivals chooses who\n", told)
	}
	return lineup.Join(entries, rivals), nil
}

// loggable returns an error for --clog if the kind has no such log, or if the screen would overwrite it.
func (p *playing) loggable(k *game.Kind) error {
	switch {
	case !p.clog:
		return nil
	case !k.Says:
		return fmt.Errorf("--clog: the original of %s has no log of its engine", k.Title)
	case p.watch:
		return fmt.Errorf("--clog and --watch use the same terminal: remove one of them, or watch with --web")
	}
	return nil
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
	outcome  *live.Outcome // nil: it was not finished
	humans   *humans
	films    *live.Films // nil: nobody looks
	printed  live.Printed
	before   uint64 // digest of the game that is played again; 0: none
	repeated repeated
	first    bool // of the games of --again
}

func (g *oneGame) runGame(ctx context.Context) error {
	defer context.AfterFunc(ctx, g.humans.Stop)()
	if g.web || !g.humans.lines && (g.watch || g.humans.here != nil) {
		return g.shown(ctx)
	}
	defer g.humans.read(ctx)()
	if err := g.play(ctx, nil); err != nil {
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
	g.films = live.NewFilms(g.info(), g.entries)
	var turns *live.Turns
	if g.web && !g.veiled() {
		turns = &live.Turns{Printed: &g.printed}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(ctx, g.humans.Stop)()
	done := make(chan error, 1)
	go func() { done <- g.play(ctx, turns) }()
	shown := g.show(ctx, turns)
	if _, over := g.films.Audience.Len(); !over {
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
		return host(term.PrintStanding(g.words(), g.films.Audience)) // left before the end
	}
	return g.tell()
}

func (g *oneGame) show(ctx context.Context, turns *live.Turns) error {
	if !g.web {
		return g.inTerminal(ctx)
	}
	l, err := net.Listen("tcp", g.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; name another address with --listen", g.listen, err)
	}
	fmt.Fprintf(g.world.err, "agon: watch at http://%s   (Ctrl-C ends)\n", reachable(l.Addr()))
	chairs := g.films.Chairs()
	for _, c := range chairs {
		fmt.Fprintf(g.world.err, "agon: %s plays at http://%s%s\n", printable(g.entries[c.Seat].Name), reachable(l.Addr()), c.Path)
	}
	var logs web.Logs
	if turns != nil {
		logs = turns
	}
	return web.ServePlay(ctx, l, g.films.Audience, chairs, logs)
}

// info returns what is known of the game before it begins.
func (g *oneGame) info() film.Info {
	var seats []int
	for i := range g.entries {
		seats = append(seats, i)
	}
	return film.ReplayInfo(g.kind, g.settings, &replay.Replay{Record: &game.Record{Seed: g.seed}, Seats: worker.ReplaySeats(g.entries, seats)})
}

// veiled reports whether the game hides information from people who play.
func (g *oneGame) veiled() bool { return live.Veiled(g.kind, g.entries) }

// play plays the game on one core.
func (g *oneGame) play(ctx context.Context, turns *live.Turns) (err error) {
	how := g.session.Play(g.kind, g.settings, g.entries, g.seed)
	how.NoLimits = g.session.NoLimits || g.debug || g.debugged != nil
	if g.file != nil && g.file.Limits.Enforce {
		how.Average = g.file.Limits.Average
	}
	all := g.spectators(turns)
	if g.playing.live != "" {
		growing := g.growing()
		defer growing.Close()
		all = append([]live.Spectator{growing}, all...)
	}
	from := live.Beginning{Made: g.beginning, Repeat: g.repeated.compare}
	if g.debugged != nil {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		s := &stepping{oneGame: g, debugging: g.debugged, stop: stop}
		from.Repeat = s.compare
		all = append(all, s)
	}
	g.outcome, err = live.Play(ctx, how, from, all...)
	return err
}

// spectators returns those whom the flags ask for.
func (g *oneGame) spectators(turns *live.Turns) []live.Spectator {
	all := []live.Spectator{live.AtEnd(g.keepRecord), live.AtEnd(g.keepReplay), &g.printed}
	if g.pretty || g.humans.here != nil && g.humans.lines {
		all = append(all, live.Boards(g.board))
	}
	if turns != nil {
		all = append(all, turns)
	}
	players := live.Participants(g.entries, g.session.NoLimits || g.debug)
	if g.clog {
		all = append(all, &live.EngineLog{Players: players, Say: func(text string) error {
			_, err := fmt.Fprint(g.words(), printable(text))
			return err
		}})
	}
	if g.logs != "" && g.kind.Writes() {
		all = append(all, &live.Files{Dir: g.logs, Players: players})
	}
	if g.films != nil {
		all = append(all, g.films)
	}
	keyboard := g.keyboard()
	if g.debug && g.humans.here == nil && keyboard == nil {
		all = append(all, halt{g})
	}
	if g.films != nil {
		all = append(all, &live.Pace{Films: g.films, Turn: g.pace})
	}
	if keyboard != nil {
		all = append(all, keyboard)
	}
	return append(all, live.AtEnd(g.keepLogs))
}

// keyboard returns the keyboard that several people share, or nil if there are fewer than two, or if each has a page.
func (g *oneGame) keyboard() *live.Keyboard {
	if g.web || len(g.humans.Players()) < 2 {
		return nil
	}
	k := &live.Keyboard{In: g.world.in, Board: g.board, Unknown: g.humans.unknown, Say: func(text string) { fmt.Fprintln(g.words(), printable(text)) }}
	if !g.humans.patient {
		k.Limit = g.pace
	}
	k.Seat(g.entries)
	fmt.Fprintf(g.world.err, "agon: %s; then Enter. --web gives each player a page instead\n", keyText(g.kind.Keyboard))
	return k
}

// board prints a board as text.
func (g *oneGame) board(text string) { fmt.Fprintln(g.words(), text) }

// words returns where texts about the game are printed while it is played: with --json to standard error.
func (g *oneGame) words() io.Writer {
	if g.json {
		return g.world.err
	}
	return g.world.out
}

// keepReplay writes the file of --replay.
func (g *oneGame) keepReplay(played worker.Game) error {
	if g.replay == "" {
		return nil
	}
	data := replay.Encode(&replay.Replay{Record: played.Record, Seats: worker.ReplaySeats(g.entries, played.Entries())}, g.kind.Timed)
	if err := wholefile.WriteBytes(g.replay, data); err != nil {
		return fmt.Errorf("write the replay: %w", err)
	}
	return nil
}

// keepLogs prints what bots printed with --debug, and writes it with --log.
func (g *oneGame) keepLogs(played worker.Game) error {
	for seat, t := range played.Seats {
		if g.debug && len(t.Log) > 0 {
			fmt.Fprintf(g.world.err, "--- %s\n%s", g.entries[seat].Name, printable(string(gamelog.Plain(t.Log))))
		}
		if g.logs == "" {
			continue
		}
		if err := g.keepLog(seat, t.Log); err != nil {
			return err
		}
	}
	return nil
}

// keepLog writes the log of a seat into the folder of --log.
func (g *oneGame) keepLog(seat int, records []gamelog.Record) error {
	if err := os.MkdirAll(g.logs, 0o755); err != nil {
		return err
	}
	text := gamelog.Plain
	if g.playing.turns {
		text = func(list []gamelog.Record) []byte { return gamelog.Append(nil, list...) }
	}
	name := filepath.Join(g.logs, fmt.Sprintf("%02d-%s.log", seat, fileName(g.entries[seat].Name)))
	if err := wholefile.WriteBytes(name, text(records)); err != nil {
		return fmt.Errorf("write a log: %w", err)
	}
	return nil
}

// growEvery is the time between two states of the file of --live, at least.
const growEvery = 200 * time.Millisecond

// growing writes the game so far into the file of --live, and with --log-turns the logs so far. A game does not end when they cannot be written:
// the next state makes up for it.
func (g *oneGame) growing() *live.Growing {
	seats := make([]int, len(g.entries))
	for i := range seats {
		seats[i] = i
	}
	x := &live.Growing{Every: growEvery, Record: func(r *game.Record) {
		wholefile.WriteBytes(g.playing.live, replay.Encode(&replay.Replay{Record: r, Seats: worker.ReplaySeats(g.entries, seats)}, g.kind.Timed))
	}}
	if g.logs != "" && g.playing.turns {
		x.Log = func(seat int, records []gamelog.Record) { g.keepLog(seat, records) }
	}
	return x
}

// tell prints what the game came to.
func (g *oneGame) tell() error {
	if g.outcome == nil {
		return nil
	}
	for _, line := range g.repeated.told(g.entries, g.turn) {
		fmt.Fprintf(g.world.err, "agon: %s\n", printable(line))
	}
	differs := g.differs()
	if g.json {
		return printJSON(g.world.out, g.asJSON())
	}
	if err := g.print(g.world.out); err != nil {
		return host(err)
	}
	for _, line := range differs {
		fmt.Fprintln(g.world.out, printable(line))
	}
	return nil
}
