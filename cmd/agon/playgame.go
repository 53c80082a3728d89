package main

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"agon/bot/debugger"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest/config"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/shellword"
	"agon/internal/wholefile"
	"agon/lab/live"
	"agon/lab/onegame"
	"agon/lab/session"
	"agon/lab/stepping"
	"agon/lab/text"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/film/gif"
	"agon/show/term"
	"agon/show/web"
	"agon/site/link"
)

// playOptions say how a game is played, shown and kept, by agon play and agon debug.
type playOptions struct {
	watch, web                bool
	listen                    string
	files                     onegame.Files
	json, debug, pretty, clog bool
	pace                      time.Duration
	game, turn                int
	from                      string // a recorded game
	rivals                    string
	again                     bool
}

// oneGame is one game that is played, and perhaps watched.
type oneGame struct {
	playOptions
	world    *world
	given    *pflag.FlagSet // of the command line, for the command that plays the game again
	session  *session.Session
	sites    *link.Finder
	file     *config.File // under whose conditions the game is played; nil: under the flags alone
	kind     *game.Kind
	settings game.Settings
	entries  []lineup.Entry
	seed     int64

	beginning *game.Record  // of the game that is played on; nil: none
	debugged  *stepping.Bot // the bot on which a debugger is opened; nil: none

	outcome  *live.Outcome // nil: it was not finished
	humans   *humans
	films    *live.Films // nil: nobody looks
	printed  live.Printed
	before   uint64 // digest of the game that is played again; 0: none
	repeated onegame.Repeated
	repeats  onegame.Again
	added    string // the built-in bots that --rivals has added
}

// one plays a game of a kind.
func (g *oneGame) one(ctx context.Context, refs []string) (err error) {
	if err := g.loggable(); err != nil {
		return err
	}
	g.humans = newHumans(g.world, g.kind, g.pace)
	defer g.humans.Close()
	g.humans.patient = !g.given.Changed("pace")
	g.session.People = g.humans.Seat
	if g.sites != nil {
		g.session.Sites = g.sites.Find
	}
	if _, err = onegame.Rivals(g.kind, g.rivals); err != nil {
		return err
	}
	opener := g.session.Opener(g.kind, nil)
	if g.file != nil {
		if opener, err = g.session.OpenerUnder(g.kind, g.file); err != nil {
			return err
		}
	}
	g.seed = g.session.Draw()
	if g.beginning != nil {
		g.seed = g.beginning.Seed
	}
	if !g.again {
		return g.opened(ctx, opener, refs)
	}
	if err := g.repeating(refs); err != nil {
		return err
	}
	return onegame.Repeat(ctx, refs, func() error { return g.opened(ctx, opener, refs) }, g.world.say)
}

// repeating returns why a game cannot be played again and again.
func (g *oneGame) repeating(refs []string) error {
	switch {
	case g.web:
		return errors.New("--again and --web: a page shows one game; watch in the terminal with --watch")
	case g.game != 0 || g.from != "":
		return errors.New("--again plays a game from its beginning: leave out --game and --from")
	case slices.ContainsFunc(refs, lineup.IsPerson):
		return errors.New("--again plays by itself, and people cannot")
	case len(onegame.Watched(refs)) == 0:
		return errors.New("--again plays again when a file of a bot changes, and no bot has one here: name a bot by its file or folder, " +
			"as ./mybot.py")
	}
	return nil
}

// opened opens the bots of a game and plays it.
func (g *oneGame) opened(ctx context.Context, opener *lineup.Opener, refs []string) (err error) {
	if g.debug && g.session.Launcher.Options.Level == sandbox.None.String() && g.debugged == nil {
		if d, err := debugger.New(g.session.Launcher, g.world.in, "", 0); err == nil { // else breakpoint() goes on with a warning
			d.Pythons = true
			defer d.Close()
			opener.Builds, opener.Launcher = g.session.Launcher, d
		}
	}
	g.session.Prepare(g.seed, refs...)
	if g.entries, err = onegame.Open(ctx, g.session, opener, refs); err != nil {
		return err
	}
	var added []string
	if g.entries, added, err = onegame.Fill(ctx, opener, g.entries, g.rivals); err != nil {
		return err
	}
	if names := strings.Join(added, " "); len(added) > 0 && names != g.added {
		g.added = names
		fmt.Fprintf(g.world.err, "agon: %s plays too; --rivals chooses who\n", names)
	}
	if err := g.enter(ctx, g.session.Opener(g.kind, opener.Log)); err != nil {
		return err
	}
	if g.beginning != nil && live.Played(g.entries) {
		return errors.New("people cannot play on from a turn: they would have to play the turns before it too")
	}
	if err := onegame.Fits(g.kind, g.settings, len(g.entries)); err != nil {
		return err
	}
	if err := g.humans.sitDown(ctx, g); errors.Is(err, context.Canceled) {
		return g.failed(err)
	} else if err != nil {
		return err
	}
	g.outcome, g.films, g.printed = nil, nil, live.Printed{}
	return g.run(ctx)
}

// loggable returns an error for --clog if the kind has no such log, or if the screen would overwrite it.
func (g *oneGame) loggable() error {
	switch {
	case !g.clog:
		return nil
	case !g.kind.Says:
		return fmt.Errorf("--clog: the original of %s has no log of its engine", g.kind.Title)
	case g.watch:
		return fmt.Errorf("--clog and --watch use the same terminal: remove one of them, or watch with --web")
	}
	return nil
}

// run plays the game, with those who look.
func (g *oneGame) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, g.humans.Stop)()
	if g.web || !g.humans.lines && (g.watch || g.humans.here != nil) {
		return g.shown(ctx)
	}
	defer g.humans.read(ctx)()
	if err := g.play(ctx, nil); err != nil {
		return g.failed(err)
	}
	return g.printResult()
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
	return g.printResult()
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
		fmt.Fprintf(g.world.err, "agon: %s plays at http://%s%s\n", clean.Text(g.entries[c.Seat].Name), reachable(l.Addr()), c.Path)
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
	info := film.ReplayInfo(g.kind, g.settings,
		&replay.Replay{Record: &game.Record{Seed: g.seed}, Seats: worker.ReplaySeats(g.entries, seats)})
	if g.beginning != nil {
		info.From = g.turn
	}
	return info
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
	keeper := &onegame.Keeper{Files: g.files, Kind: g.kind, Entries: g.entries}
	all := g.spectators(keeper, turns)
	if g.files.Live != "" {
		growing := keeper.Growing()
		defer growing.Close()
		all = append([]live.Spectator{growing}, all...)
	}
	from := live.Beginning{Made: g.beginning, Repeat: g.repeated.Compare}
	if g.debugged != nil {
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		s := &stepping.Stepper{Bot: g.debugged, Turn: g.turn, In: g.world.in, Out: g.world.print, Draw: g.draw, Stop: stop}
		from.Repeat = s.Compare
		all = append(all, s)
	}
	g.outcome, err = live.Play(ctx, how, from, all...)
	return err
}

// draw prints a board.
func (g *oneGame) draw(shot film.Shot) {
	f := film.New(g.info())
	f.Append(shot)
	term.PrintBoard(g.world.out, f)
}

// spectators returns those whom the flags ask for.
func (g *oneGame) spectators(keeper *onegame.Keeper, turns *live.Turns) []live.Spectator {
	all := []live.Spectator{live.AtEnd(g.compared), live.AtEnd(keeper.Replay), &g.printed}
	if g.pretty || g.humans.here != nil && g.humans.lines {
		all = append(all, live.Boards(g.board))
	}
	if turns != nil {
		all = append(all, turns)
	}
	players := live.Participants(g.entries, g.session.NoLimits || g.debug)
	if g.clog {
		all = append(all, &live.EngineLog{Players: players, Say: func(text string) error {
			_, err := fmt.Fprint(g.words(), clean.Text(text))
			return err
		}})
	}
	if g.files.Logs != "" && g.kind.Writes() {
		all = append(all, &live.Files{Dir: g.files.Logs, Players: players})
	}
	if g.films != nil {
		all = append(all, g.films)
	}
	keyboard := g.keyboard()
	if g.debug && g.humans.here == nil && keyboard == nil {
		all = append(all, &live.Halt{Entries: g.entries, In: g.world.in,
			Show: func(text string) { fmt.Fprintln(g.world.err, clean.Text(text)) },
			Say:  g.world.say})
	}
	if g.films != nil {
		all = append(all, &live.Pace{Films: g.films, Turn: g.pace})
	}
	if keyboard != nil {
		all = append(all, keyboard)
	}
	return append(all, live.AtEnd(func(played worker.Game) error { return g.keepLogs(keeper, played) }))
}

// compared keeps a game of --again for the comparison with the next.
func (g *oneGame) compared(played worker.Game) error {
	if !g.again {
		return nil
	}
	return g.repeats.Keep(g.kind, played)
}

// keyboard returns the keyboard that several people share, or nil if there are fewer than two, or if each has a page.
func (g *oneGame) keyboard() *live.Keyboard {
	if g.web || len(g.humans.Players()) < 2 {
		return nil
	}
	k := &live.Keyboard{In: g.world.in, Board: g.board, Unknown: g.humans.unknown,
		Say: func(text string) { fmt.Fprintln(g.words(), clean.Text(text)) }}
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

// keepLogs prints what bots printed with --debug, and keeps it.
func (g *oneGame) keepLogs(keeper *onegame.Keeper, played worker.Game) error {
	for seat, t := range played.Seats {
		if g.debug && len(t.Log) > 0 {
			fmt.Fprintf(g.world.err, "--- %s\n%s", g.entries[seat].Name, clean.Text(string(gamelog.Plain(t.Log))))
		}
		if err := keeper.Log(seat, t.Log); err != nil {
			return err
		}
	}
	return nil
}

// printResult prints what the game came to.
func (g *oneGame) printResult() error {
	if g.outcome == nil {
		return nil
	}
	for _, line := range g.repeated.Text(g.entries, g.kind.TurnWord(g.outcome.Turns, g.outcome.Rounds), g.turn) {
		g.world.say(line)
	}
	var differs []string
	if g.again {
		differs = g.repeats.Differs(g.outcome)
	}
	result := onegame.Result{Outcome: g.outcome, Kind: g.kind, Settings: g.settings, Seed: g.seed, Replay: g.files.Replay, Turn: g.turn,
		Differ: g.repeated.List(), Parting: g.repeats.Parting}
	if g.json {
		return printJSON(g.world.out, result.Values())
	}
	more := g.files.Logs
	if more == "" {
		more = g.withLog()
	}
	if err := text.Result(g.world.out, &result, more); err != nil {
		return host(err)
	}
	for _, line := range differs {
		fmt.Fprintln(g.world.out, clean.Text(line))
	}
	return nil
}

// withLog returns the command that plays this game again and keeps its logs.
func (g *oneGame) withLog() string {
	if g.game != 0 || g.debugged != nil {
		return "the same command with --log logs"
	}
	words := []string{"agon play", shellword.Quote(g.kind.Ref())}
	if g.file != nil {
		words[1] = shellword.Quote(g.file.Path)
	}
	for _, e := range g.entries {
		words = append(words, shellword.Quote(e.Reference()))
	}
	for _, word := range givenFlags(g.given, "seed", "log", "watch", "web", "listen", "json", "replay", "rivals", "live", "again") {
		words = append(words, shellword.Quote(word))
	}
	if g.beginning == nil {
		words = append(words, "--seed", fmt.Sprint(g.seed))
	}
	return strings.Join(append(words, "--log logs"), " ")
}

// givenFlags returns the flags of a command line as words --NAME=VALUE, without some.
func givenFlags(given *pflag.FlagSet, without ...string) (words []string) {
	given.Visit(func(f *pflag.Flag) {
		if slices.Contains(without, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			words = append(words, "--"+f.Name+"="+value)
		}
	})
	return words
}

// picture writes the shot being watched as a picture.
func (g *oneGame) picture(s film.Shot) (string, error) { return writePicture(g.films.Audience, s) }

func writePicture(f *film.Film, s film.Shot) (string, error) {
	name := fmt.Sprintf("%s-%d-round-%d.png", f.Info.Kind.Name, f.Info.Seed, s.Round)
	return name, wholefile.Write(name, func(out io.Writer) error { return png.Encode(out, gif.Still(f, s.Turn)) })
}
