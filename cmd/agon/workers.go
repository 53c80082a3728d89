package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/run"
	"agon/show/report"
	"agon/show/term/table"
)

// elsewhere are the flags of agon run about workers on other machines, and the connection to them during a run.
type elsewhere struct {
	listen  string
	nats    string
	creds   string
	ca      string
	noCores bool

	connection *connection.Connection // nil: no workers
}

func (e *elsewhere) flags(f *pflag.FlagSet) {
	f.StringVar(&e.listen, "workers", "", "`ADDR` to listen on for workers on other machines, such as :4222; see agon invite worker")
	f.StringVar(&e.nats, "nats", "", "`URL` of NATS servers with JetStream that carry games to workers, instead of --workers")
	f.StringVar(&e.creds, "nats-creds", "", "`FILE` with credentials for --nats")
	f.StringVar(&e.ca, "nats-ca", "", "PEM `FILE` with the authority that signed the certificates of --nats (default: those of this system)")
	f.BoolVar(&e.noCores, "no-cores", false, "let workers play all games, and no core of this machine")
}

// check returns an error for flags that contradict each other.
func (e *elsewhere) check() error {
	switch {
	case e.listen == "" && e.nats == "" && e.noCores:
		return errors.New("--no-cores leaves every game to workers: add --workers ADDR, or --nats URL")
	case e.listen != "" && e.nats != "":
		return errors.New("--workers opens a queue of this program, and --nats uses another: choose one")
	case e.nats == "" && (e.creds != "" || e.ca != ""):
		return errors.New("--nats-creds and --nats-ca belong to --nats URL")
	}
	if _, _, err := net.SplitHostPort(e.listen); e.listen != "" && err != nil {
		return fmt.Errorf("--workers %q: want HOST:PORT, such as :4222", e.listen)
	}
	return nil
}

// openWorkers connects to workers if the flags ask for them, and adds them to the options of a run.
func (r *running) openWorkers(ctx context.Context, c *contest.Contest, o *run.Options) (err error) {
	e := &r.elsewhere
	if e.listen == "" && e.nats == "" {
		return nil
	}
	if c.Kind.RuleFiles != nil {
		if _, err := c.Kind.RuleFiles(); err != nil {
			return fmt.Errorf("%s cannot be played by workers: %w", c.Kind.Title, err)
		}
	}
	e.connection, err = connection.Open(ctx, connection.Options{
		Dir: c.Dir, Listen: e.listen, NATS: e.nats, Credentials: e.creds, CA: e.ca, NoCores: e.noCores, Admit: r.admits, Note: o.Note,
		Invite: "agon invite worker NAME " + c.File.Path,
	})
	if err != nil {
		e.connection = nil
		return host(err)
	}
	o.Remote = e.connection
	if e.noCores {
		o.Cores = -1
	}
	return nil
}

func (e *elsewhere) close() {
	if e.connection != nil {
		e.connection.Close() // the run is over, and what it played is stored
	}
}

// admits returns why a worker gets no games: --require-sandbox holds for workers too.
func (r *running) admits(s *fleet.State) string {
	least, err := sandbox.ParseLevel(r.protection.require)
	if r.protection.require == "" || err != nil {
		return ""
	}
	if has, err := sandbox.ParseLevel(s.Level); err == nil && has >= least {
		return ""
	}
	return fmt.Sprintf("its sandbox is %q, and --require-sandbox asks for %s", s.Level, least)
}

// list returns what workers have done; nil without workers.
func (e *elsewhere) list() []report.Worker {
	if e == nil || e.connection == nil {
		return nil
	}
	return workersOf(e.connection.Server)
}

// workersOf returns what the workers of a contest have done.
func workersOf(s *fleet.Server) (list []report.Worker) {
	for _, x := range s.Workers() {
		w := report.Worker{
			Name: x.Name, Host: x.Host, System: x.System, Cores: x.Cores, Speed: x.Speed, Pace: x.Pace, Games: x.Played, PerSecond: x.Lately, Efficiency: x.Efficiency(),
			Orders: x.Now, Late: x.Late, Checked: x.Checks, Differ: x.Differ, Seen: x.Seen, Here: x.Here, Trouble: x.Lacks,
		}
		switch {
		case x.Aside != "":
			w.Trouble = "set aside: " + x.Aside
		case x.Slow != "":
			w.Trouble = "waits: " + x.Slow
		case x.Unfit != "":
			w.Trouble = "no games: " + x.Unfit
		case !x.Here && x.Leaving:
			w.Trouble = "left"
		}
		list = append(list, w)
	}
	return list
}

// orders describes what workers have been given.
func (e *elsewhere) orders() string {
	if e == nil || e.connection == nil {
		return ""
	}
	n, oldest := e.connection.Orders()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s, the oldest for %v", report.Counted(n, "order"), time.Since(oldest).Round(time.Second))
}

// ratio returns a cell that is empty where a ratio is unknown.
func ratio(v float64) table.Cell {
	if v == 0 {
		return table.Cell{}
	}
	return table.Number(v)
}

// printWorkers prints what workers have done.
func printWorkers(w *world, workers []report.Worker) error {
	if len(workers) == 0 {
		return nil
	}
	t := &table.Table{Title: "Workers", Columns: []table.Column{
		{Head: "Name", Width: 20}, {Head: "Cores", Width: 6}, {Head: "Speed", Width: 6, Digits: 2}, {Head: "Pace", Width: 6, Digits: 2}, {Head: "Games", Width: 8}, {Head: "Busy %", Width: 7, Digits: 1}, {Head: "Late", Width: 6}, {Head: "Checked", Width: 8}, {Head: "Differ", Width: 7}, {Head: "", Width: 40},
	}}
	for i := range workers {
		x := &workers[i]
		state := ""
		if x.Trouble != "" || !x.Here {
			state = x.State()
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(x.Name), table.Text(fmt.Sprint(x.Cores)), ratio(x.Speed), ratio(x.Pace), table.Text(fmt.Sprint(x.Games)), table.Number(100 * x.Efficiency),
			table.Text(fmt.Sprint(x.Late)), table.Text(fmt.Sprint(x.Checked)), table.Text(fmt.Sprint(x.Differ)), table.Text(printable(state)),
		})
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}

func newInvite(w *world) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "invite",
		Short: "invite other machines to a contest",
		Args:  between(0, 0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newInviteWorker(w))
	return cmd
}

func newInviteWorker(w *world) *cobra.Command {
	var r running
	var at []string
	var lasts time.Duration
	cmd := &cobra.Command{
		Use:   "worker NAME CONTEST.toml | NAME SITE-DIR",
		Short: "print the line with which another machine joins a contest or a site as a worker",
		Long: `Invite worker prints one line to paste on another machine that has agon. Whoever has the line can join as this worker. It works before a run and during one;
the run, or agon serve, needs --workers ADDR.`,
		Example: examples(`  agon invite worker hall-3 contest.toml
  agon invite worker hall-3 ./site
  agon invite worker hall-3 contest.toml --at contest.example.org:4222 --expires 48h`),
		Args: between(2, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			dir := args[1]
			if !isSite(dir) {
				f, err := config.Read(args[1])
				if err != nil {
					return err
				}
				dir = r.dir(f)
			}
			var expires time.Time
			if lasts > 0 {
				expires = time.Now().Add(lasts)
			}
			i, err := connection.Invite(dir, args[0], at, expires)
			if errors.As(err, new(connection.Unaddressed)) {
				return fmt.Errorf("%w: name it with --at HOST:PORT, the port of --workers :PORT", err)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(w.err, "agon: paste on the other machine, for worker %s, which connects to %s:\n", args[0], i.URL())
			_, err = fmt.Fprintf(w.out, "agon worker %s\n", i)
			return host(err)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "the contest's `DIR`, if agon run has it")
	f.StringArrayVar(&at, "at", nil, "`HOST:PORT` by which the worker reaches this machine; repeatable (default: the addresses of this machine, with the port of the last run)")
	f.DurationVar(&lasts, "expires", 0, "how long the invitation is valid (default: as long as the contest)")
	return cmd
}
