package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/bot/launch"
	"agon/contest/conduct"
	"agon/contest/config"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/httpserver"
	"agon/lab/agents"
	"agon/lab/agents/join"
	"agon/lab/agents/remote"
	"agon/lab/chances"
	"agon/lab/explain"
	"agon/lab/text"
	"agon/record/replay"
	"agon/show/term/screen"
	"agon/site/client"
)

// newAgents is agon run for contests of agents alone.
func newAgents(w *world) *cobra.Command {
	r := &running{}
	cmd := &cobra.Command{
		Use:   "agents CONTEST.toml",
		Short: "run a contest between programs that write bots; run it again to resume",
		Long: `Agents plays a contest.toml with a table [agents]: in each round every agent edits its bot in a sandbox, what it hands in is checked, and
all versions play. It prints how strong each version is, and which agent is better where runs tell. agon run does the same.

Agents that edit on other machines (remote = true in the file) connect to --listen: agon agents join.`,
		Example: examples(`  agon new agents myarena
  agon agents myarena/contest.toml
  agon agents contest.toml --listen :8001
  agon agents contest.toml --json`),
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := config.Read(args[0])
			if err != nil {
				return err
			}
			if file.Agents == nil {
				return fmt.Errorf("%s has no table [agents]: agon new agents DIR writes an example, and agon run plays contests "+
					"without one", args[0])
			}
			return r.runContest(cmd, w, args)
		},
	}
	r.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&r.setup.Opening.Dir, "out", "", "contest `DIR` (default: beside the file, of its name)")
	f.BoolVar(&r.json, "json", false, "print one JSON object")
	f.BoolVar(&r.setup.Opening.Fresh, "fresh", false, "discard earlier rounds and their games")
	f.IntVar(&r.setup.Options.Cores, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&r.setup.Options.Lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.BoolVar(&r.setup.Options.VoidStalled, "void-stalled", true, "replay games that this machine may have decided on time, at most twice")
	f.BoolVar(&r.setup.Options.Times, "times", true, "store the time of every move in the replays (--times=false: not)")
	f.BoolVar(&r.plain, "plain", false, "plain progress lines instead of the dashboard")
	f.IntVar(&r.setup.Pages, "pages", 200, "number of game pages in the report")
	f.StringVar(&r.agentsListen, "listen", "", "`ADDR` to which agents on other machines connect (default: none)")
	cmd.AddCommand(newAgentsJoin(w), newAgentsToken(w))
	return cmd
}

// newAgentsToken makes tokens of remote agents.
func newAgentsToken(w *world) *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:     "token CONTEST.toml NAME",
		Short:   "print a new token of an agent on another machine; the one before is not valid any more",
		Example: examples(`  agon agents token contest.toml ann`),
		Args:    between(2, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := config.Read(args[0])
			if err != nil {
				return err
			}
			token, err := remote.NewToken(file, conduct.Dir(out, file), args[1])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(w.out, token)
			return host(err)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "contest `DIR` (default: beside the file, of its name)")
	return cmd
}

// newAgentsJoin takes part in a contest of agents from another machine.
func newAgentsJoin(w *world) *cobra.Command {
	s := join.Setup{}
	cmd := &cobra.Command{
		Use:   "join ADDRESS [-- COMMAND...]",
		Short: "take part in a contest of agents from this machine",
		Long: `Join takes part as the agent whose token is in AGON_TOKEN. ADDRESS is that of agon agents --listen, or of a contest's page. For each round it
fetches the workspace, runs COMMAND there, with the variables that an agent finds and agon on its PATH, and hands in when it ends; at the bell it
is ended with everything that it has started. Without COMMAND a person edits; a shell as COMMAND does that too.`,
		Example: examples(`  AGON_TOKEN=agon_agent_… agon agents join http://192.0.2.1:8001 -- python3 agent.py
  AGON_TOKEN=agon_agent_… agon agents join https://contests.example.org/c/evening -- bash`),
		Args: between(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 1 && len(args) > 1 {
				return fmt.Errorf("write the command after --: agon agents join %s -- %s", args[0], strings.Join(args[1:], " "))
			}
			s.Command = args[1:]
			return joinAgents(cmd.Context(), w, s, args[0])
		},
	}
	cmd.Flags().StringVar(&s.Folder, "folder", "", "`DIR` for the workspace (default: one of the agent's name)")
	return cmd
}

func joinAgents(ctx context.Context, w *world, s join.Setup, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return fmt.Errorf("%q is no address: want that of agon agents --listen, as http://HOST:PORT, or https://HOST/c/NAME", address)
	}
	at := &client.Contest{Base: u.Scheme + "://" + u.Host}
	s.Base = strings.TrimSuffix(address, "/")
	if onSite, err := client.Parse(address); err == nil {
		s.Base = fmt.Sprintf("%s/api/v1/contests/%s/agent", onSite.Base, onSite.Name)
	}
	if s.Token = secretOf(tokenVariable); s.Token == "" {
		return fmt.Errorf("no token: the organiser makes one with agon agents token; put it into the environment variable %s",
			tokenVariable)
	}
	if at.Exposed() {
		w.say(at.Base + " has no https: others on the network can read the token and the bot")
	}
	if s.Own, err = os.Executable(); err != nil {
		return host(err)
	}
	s.Note = func(text string) { w.say(clean.Text(text)) }
	if err = s.Run(ctx); errors.Is(err, context.Canceled) {
		return host(errors.New("stopped; run the same command again to go on"))
	}
	return err
}

// listenForAgents serves the agents on other machines until the returned function is called. It waits until they know that the contest
// is over, if it is: else they try again.
func (r *running) listenForAgents(ctx context.Context, w *world, setup *agents.Setup) (end func(over bool), err error) {
	if r.agentsListen == "" || len(setup.File.Agents.Remote()) == 0 {
		return func(bool) {}, nil
	}
	at, err := net.Listen("tcp", r.agentsListen)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; name another address with --listen", r.agentsListen, err)
	}
	setup.Remote = remote.NewServer(setup.File, setup.Dir)
	w.say(fmt.Sprintf("agents connect to http://%s", reachable(at.Addr())))
	if !httpserver.IsLoopback(at.Addr().String()) {
		w.say("this address has no https: others on the network can read tokens and bots")
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		httpserver.Serve(serving, at, setup.Remote) // agents try again
	}()
	return func(over bool) {
		if over {
			told, cancel := context.WithTimeout(ctx, mostTold)
			defer cancel()
			setup.Remote.Told(told)
		}
		stop()
		<-ended
	}, nil
}

// mostTold is how long a contest that is over waits for agents to ask how it ended.
const mostTold = 10 * time.Second

// playAgents plays a contest of agents.
func (r *running) playAgents(ctx context.Context, w *world, flags *pflag.FlagSet, dir string, file *config.File) error {
	if err := takenByAgents(w, flags); err != nil {
		return err
	}
	kind, err := r.session.Kinds(file.Kind)
	if err != nil {
		return file.Mistake(config.Place{Key: "kind"}, err)
	}
	own, err := os.Executable()
	if err != nil {
		return host(err)
	}
	dir = conduct.Dir(dir, file)
	fresh := r.setup.Opening.Fresh
	r.setup.Opening.Fresh = false // of the rounds, which come after one another in one folder
	shown := &agentsBlock{out: os.Stderr, plain: r.plain || r.json || screen.Detect(os.Stderr, os.Environ()) == screen.Plain}
	setup := &agents.Setup{
		File: file, Dir: dir, Kind: kind, Own: own, Launcher: launch.New(r.session.Sandbox), Getenv: os.Getenv,
		Cores: max(1, runtime.NumCPU()-1), Flags: botFlagsOf(flags),
		Fresh:   fresh,
		Conduct: func(dir string) *conduct.Setup { return r.complete(w, dir) },
		Explain: explained,
		Show:    shown.show,
		Note:    func(text string) { shown.note(text) },
	}
	defer setup.Launcher.Close()
	if err := setup.Discard(ctx); err != nil {
		return openError(r.session, err)
	}
	end, err := r.listenForAgents(ctx, w, setup)
	if err != nil {
		return err
	}
	outcome, err := setup.Run(ctx)
	end(err == nil)
	if errors.Is(err, context.Canceled) {
		return host(errors.New("stopped; run the same command again to resume"))
	}
	if err != nil {
		return openError(r.session, err)
	}
	if r.json {
		return printJSON(w.out, outcome.Verdict)
	}
	if err := text.Agents(w.out, outcome.Verdict); err != nil {
		return host(err)
	}
	_, err = fmt.Fprintf(w.out, "Report: %s\n", setup.Index())
	return host(err)
}

// takenByAgents returns an error if a flag was given that agon run takes and agon agents does not.
func takenByAgents(w *world, given *pflag.FlagSet) (err error) {
	taken := newAgents(w).Flags()
	given.Visit(func(f *pflag.Flag) {
		if taken.Lookup(f.Name) == nil && err == nil {
			err = fmt.Errorf("a contest of agents takes no --%s: remove it; agon agents --help lists what it takes", f.Name)
		}
	})
	return err
}

// botFlagsOf returns the given flags that say how bots are started.
func botFlagsOf(given *pflag.FlagSet) []string {
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	(&botFlags{}).addTools(known)
	var others []string
	given.VisitAll(func(f *pflag.Flag) {
		if known.Lookup(f.Name) == nil {
			others = append(others, f.Name)
		}
	})
	return givenFlags(given, others...)
}

// explainedMoves bounds the moves of the playouts of one explanation: an agent gets several after each round, and all agents wait for them.
const explainedMoves = 20_000

// explained describes how a seat lost a game, as agon explain does.
func explained(_ context.Context, rep *replay.Replay, seat game.Seat) (string, error) {
	kind, err := recordedKind(rep.Record.Kind)
	if err != nil {
		return "", err
	}
	x, err := explain.Look("the game", kind, rep, chances.Options{Budget: explainedMoves}, seat, 3, func(string) {})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = text.Explanation(&b, x, "GAME.replay")
	return "```text\n" + b.String() + "```\n", err
}

// An agentsBlock shows the status of a contest of agents: on a terminal in lines that change, elsewhere by its notes alone.
type agentsBlock struct {
	out   *os.File
	plain bool
	lines int // on the screen, that the next status replaces
}

func (b *agentsBlock) erase() {
	if b.lines > 0 {
		fmt.Fprintf(b.out, "\x1b[%dA\x1b[J", b.lines)
		b.lines = 0
	}
}

// note prints a note above the status.
func (b *agentsBlock) note(text string) {
	b.erase()
	fmt.Fprintln(b.out, "agon: "+clean.Text(text))
}

// show replaces the status.
func (b *agentsBlock) show(s agents.Status) {
	if b.plain {
		return
	}
	lines := s.Lines()
	b.erase()
	width, height := screen.Size(b.out)
	for i, line := range lines { // one that wraps or scrolls away could not be erased
		lines[i] = screen.Cut(screen.Clean(line), max(1, width-1))
	}
	lines = lines[:min(len(lines), max(1, height-1))]
	fmt.Fprintln(b.out, strings.Join(lines, "\n"))
	b.lines = len(lines)
}
