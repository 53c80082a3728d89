package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/store/ledgers"
	"agon/lab/onegame"
	"agon/record/replay"
	"agon/record/replay/files"
	"agon/site/link"
)

// playing are the flags of agon play.
type playing struct {
	bots    botFlags
	options playOptions
	site    string
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
		RunE:              func(cmd *cobra.Command, args []string) error { return p.run(cmd, w, args[0], args[1:]) },
	}
	p.bots.add(cmd.Flags())
	f, o := cmd.Flags(), &p.options
	f.BoolVar(&o.watch, "watch", false, "watch in the terminal")
	f.BoolVar(&o.web, "web", false, "watch in the browser")
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.StringVar(&o.files.Replay, "replay", "", "write the game to `FILE`")
	f.StringVar(&o.files.Live, "live", "",
		"write the game so far to `FILE`, five times a second at most, for programs that show it; with --log and --log-turns the logs so "+
			"far too")
	f.StringVar(&o.files.Logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	f.BoolVar(&o.files.Turns, "log-turns", false, "write what bots print as JSON with its turn, one record a line, into the files of --log")
	f.StringVar(&p.site, "site", "", "`URL` of a contest, https://HOST/c/NAME, for bots site:NAME (token: AGON_TOKEN)")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.BoolVar(&o.debug, "debug", false,
		"print bots' output and faults, set no limits; wait for Enter after error output of a bot started per move; with --sandbox none "+
			"breakpoint() in Python opens pdb")
	f.IntVar(&o.game, "game", 0, "number of a `GAME` of the contest to play again")
	f.StringVar(&o.from, "from", "", "recorded game in `FILE` to play on from, with --turn")
	f.IntVar(&o.turn, "turn", 0,
		"first `TURN`, from 1, in which the bots decide, with --from or --game: until then they are asked, and the recorded moves are "+
			"played")
	f.BoolVar(&o.pretty, "pretty", false, "print the board as text after each turn, where the kind has one")
	f.BoolVar(&o.clog, "clog", false, "print what the kind's original engine logs")
	f.BoolVar(&o.again, "again", false, "play the same game again whenever a file of a bot changes, and tell what differs")
	f.StringVar(&o.rivals, "rivals", "", "built-in `BOT` for seats that nobody takes: a name, strong, weak, or none")
	f.DurationVar(&o.pace, "pace", usualPace, "time for a person's move before it counts as none; 0: no limit")
	return cmd
}

func (p *playing) run(cmd *cobra.Command, w *world, name string, refs []string) error {
	o, ctx := &p.options, cmd.Context()
	under := o.game == 0 && o.turn == 0 && len(refs) > 0 && strings.HasSuffix(name, ".toml") // played under a contest's conditions
	s, err := p.bots.open(cmd.Flags(), under)
	if err != nil {
		return err
	}
	defer s.Close()
	g := &oneGame{playOptions: *o, world: w, given: cmd.Flags(), session: s, sites: siteBots(w, p.site)}
	switch {
	case under:
		return g.underContest(ctx, name, refs)
	case ofContest(name):
		return g.ofContest(ctx, name, refs)
	case o.turn != 0 && o.from == "":
		return errors.New("--turn needs a recorded game: --from game.agon, or a contest with --game N")
	case o.game != 0:
		return fmt.Errorf("--game plays a game of a contest again, and %s is a kind of game: agon play contest.toml --game %d", name,
			o.game)
	}
	if g.kind, g.settings, err = s.Kind(name); err != nil {
		return err
	}
	if o.from != "" {
		return g.onward(ctx, o.from, refs)
	}
	return g.one(ctx, refs)
}

// siteBots returns what finds the bots of a contest on a site.
func siteBots(w *world, address string) *link.Finder {
	return &link.Finder{URL: address, Token: secretOf(tokenVariable), Variable: tokenVariable, Warn: w.say}
}

// onward plays on from a turn of a recorded game, with bots that are named in the order of its seats.
func (g *oneGame) onward(ctx context.Context, name string, refs []string) error {
	if len(g.session.Set) > 0 || g.session.Seeded {
		return errors.New("--from plays on a recorded game: options and seed are its own")
	}
	rep, err := files.Replay(name)
	if err != nil {
		return err
	}
	if err := g.begin(rep, name); err != nil {
		return err
	}
	if g.settings, err = onegame.Onward(g.kind, rep, name, len(refs)); err != nil {
		return err
	}
	return g.one(ctx, refs)
}

// begin reads the beginning of a recorded game up to the turn of --turn.
func (g *oneGame) begin(rep *replay.Replay, name string) (err error) {
	if g.debugged != nil {
		if err := g.debugged.Of(rep); err != nil {
			return err
		}
	}
	g.beginning, err = onegame.Beginning(g.kind, rep, name, g.turn)
	return err
}

// underContest plays a game of bots that need not be in a contest, under the contest's conditions: its kind, options, limits and clock.
// Neither the contest's folder nor its seed and secret are touched.
func (g *oneGame) underContest(ctx context.Context, name string, refs []string) (err error) {
	if len(g.session.Set) > 0 {
		return errors.New("a contest file sets its own options (--set works with agon play KIND)")
	}
	if g.file, err = config.Read(name); err != nil {
		return err
	}
	if g.kind, err = findKind(g.file.Kind); err == nil {
		g.settings, err = g.kind.Settings(g.file.Options)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	g.session = g.session.Under(g.file)
	return g.one(ctx, refs)
}

// ofContest reports whether a name is that of a contest rather than of a kind.
func ofContest(name string) bool { return strings.HasSuffix(name, ".toml") || ledgers.Has(name) }

// ofContest plays a game of a contest again, with the contest's own bots, seed and secret; from a turn on, if there is one, with others
// too.
func (g *oneGame) ofContest(ctx context.Context, name string, refs []string) error {
	if err := g.repeatable(name, refs); err != nil {
		return err
	}
	dir := strings.TrimSuffix(name, ".toml")
	if !ledgers.Has(dir) {
		return fmt.Errorf("%s: nothing has been played there yet: agon run %s", dir, name)
	}
	file, err := config.Read(dir + ".toml")
	if err != nil {
		return err
	}
	setup := contestSetup(g.session)
	if setup.Ledgers, err = known(); err != nil {
		return err
	}
	setup.Dir = dir
	c, err := contest.Open(ctx, file, setup)
	if err != nil {
		return err
	}
	g.kind, g.settings = c.Kind, c.Settings
	if err := errors.Join(g.plan(ctx, c, refs), c.Close()); err != nil {
		return err
	}
	g.session = g.session.Under(file)
	g.humans = newHumans(g.world, g.kind, g.pace)
	defer g.humans.Close()
	if err := g.run(ctx); err != nil {
		return err
	}
	if g.outcome != nil && g.before != 0 && g.outcome.Digest != g.before {
		fmt.Fprintf(g.world.err,
			"agon: this game went otherwise than in the contest (digest %016x there): its bots read clocks, or chance that is not seeded\n",
			g.before)
	}
	return nil
}

// repeatable returns an error for arguments and flags that do not apply to a game of a contest.
func (g *oneGame) repeatable(name string, refs []string) error {
	switch {
	case g.game == 0 && g.turn != 0:
		return errors.New("--turn needs a recorded game: --game N")
	case g.game == 0:
		return fmt.Errorf("%s is a contest: name the game that is to be played again with --game N, or bots for a game under its "+
			"conditions",
			name)
	case g.turn < 0 || g.turn == 0 && len(refs) > 0:
		return errors.New("bots in place of the contest's own play on from a turn: --turn N, from 1")
	case g.from != "":
		return errors.New("--from names the file of a recorded game; of a contest --game names it")
	case len(g.session.Set) > 0 || g.session.Secret != "" || g.session.Seeded:
		return errors.New("--game plays a game of a contest as it was planned: options, seed and secret are the contest's")
	}
	return nil
}

// plan sets up a game of a contest, from the turn of --turn on if there is one.
func (g *oneGame) plan(ctx context.Context, c *contest.Contest, refs []string) error {
	p, err := onegame.OfContest(ctx, c, g.game)
	if err != nil {
		return err
	}
	g.seed, g.session.Secret, g.before = p.Seed, p.Secret, p.Digest
	if g.turn > 0 {
		rep, err := p.Recorded(c)
		if err != nil {
			return err
		}
		if err := g.begin(rep, fmt.Sprintf("game %d", g.game)); err != nil {
			return err
		}
		g.before = 0
		if err := p.Replace(ctx, g.session, c, refs); err != nil {
			return err
		}
	}
	g.entries = p.Entries
	return g.enter(ctx, g.session.OpenerFor(c.Kind, c.File))
}

// enter opens the bot that is debugged, if there is one.
func (g *oneGame) enter(ctx context.Context, o *lineup.Opener) error {
	if g.debugged == nil {
		return nil
	}
	return g.debugged.Enter(ctx, g.world.in, g.session, o, g.entries)
}
