package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/contest"
	"agon/game"
)

// playing are the flags of agon play.
type playing struct {
	common
	watch  bool
	web    bool
	listen string
	replay string
	live   string
	logs   string
	headed bool
	json   bool
	debug  bool
	pretty bool
	clog   bool
	pace   time.Duration
	game   int

	file *contest.File // whose conditions hold; nil: those of the flags
	site string        // address of a contest, for bots of its site

	average time.Duration // enforced on the moves of each seat; 0: none
}

func newPlay(w *world) *cobra.Command {
	p := &playing{}
	cmd := &cobra.Command{
		Use:   "play KIND [BOT...] | CONTEST.toml BOT... | CONTEST --game N",
		Short: "play one game; defaults to the kind's built-in bots",
		Long: `Play one game. With a contest's file and bots the game is played under the contest's conditions: its options, limits and clock, with a seed
of its own. A bot is a reference:

  ./rambo.py              a Python file; ./file.py:Class names one of several
  ./folder                a folder with a bot in it
  robots/bot_list.py      the whole line-up of a clone of the 2023 contest
  builtin:NAME            a built-in bot, with parameters as builtin:NAME?key=value
  script:FILE             moves from a file, one on a line
  image:FILE              a container image as docker save writes it or an OCI archive, packed or not; oci:DIR, docker://REGISTRY/NAME (no engine needed)
  docker-daemon:NAME      an image of docker, played by it; podman:NAME
  human                   a person: here in the terminal, several in turn, or with --web each on a page of its own
  site:NAME               a bot of the contest site that --site names: its moves are made there, and its files stay there
  console:19010           a person at a network console (agon console HOST); type start to begin
  NAME=REF                any of these under a name of your choice`,
		Example: examples(`  agon play {kind} --watch
  agon play {kind} ./mybot.py builtin:{bot} --seed 7 --web
  agon play {kind} ./mybot.py --set rounds=100 --log logs --replay game.agon
  agon play {people} human builtin:{rival}
  agon play {people} Ann=human Ben=human --clog
  agon play contest.toml ./mybot.py builtin:{bot}
  agon play {kind} ./mybot.py site:Alice --site https://contests.example.org/c/evening
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
	f.StringVar(&p.live, "live", "", "write the game so far to `FILE`, at most five times a second, for programs that show it; with --log and --log-turns, the logs so far too")
	f.StringVar(&p.logs, "log", "", "`DIR` for bots' logs and the kind's own files of the game")
	f.BoolVar(&p.headed, "log-turns", false, "write a heading above what bots print in each turn, in the files of --log")
	f.BoolVar(&p.json, "json", false, "print one JSON object")
	f.BoolVar(&p.debug, "debug", false, "print bots' output and faults, set no limits; wait for Enter after error output of a bot started per move")
	f.IntVar(&p.game, "game", 0, "number of a `GAME` of the contest to play again")
	f.BoolVar(&p.pretty, "pretty", false, "print the board as text after each turn, where the kind has one")
	f.BoolVar(&p.clog, "clog", false, "print what the kind's original engine logs")
	f.StringVar(&p.site, "site", "", "`URL` of a contest, https://HOST/c/NAME, for bots site:NAME (token: AGON_TOKEN)")
	f.DurationVar(&p.pace, "pace", usualPace, "time for a person's move before it counts as none; 0: no limit")
	return cmd
}

func (p *playing) run(cmd *cobra.Command, w *world, name string, refs []string) error {
	defer p.protection.Close()
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
	return p.one(cmd, w, k, settings, refs)
}

// one plays a game of a kind.
func (p *playing) one(cmd *cobra.Command, w *world, k *game.Kind, settings game.Settings, refs []string) error {
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
	p.people, p.sites = humans.seat, p.ofSite(w)
	opener := p.opener(k, looked)
	if p.file != nil {
		opener = p.openerFor(k, p.file)
		opener.Log = looked
	}
	entries, err := p.bots(cmd.Context(), opener, refs)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Broken != "" {
			return errors.New(strings.TrimRight(fmt.Sprintf("%s: %s\n%s", e.Ref, e.Broken, tail(looked.Take())), "\n"))
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

// tail is the end of what a bot printed, with control bytes taken out.
func tail(log []byte) string {
	const most = 2000
	return printable(string(log[max(0, len(log)-most):]))
}
