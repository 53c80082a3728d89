package main

import (
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"agon/contest/conduct"
	"agon/contest/config"
	"agon/contest/fleet/connection"
	"agon/site/server"
)

// addWorkers adds the flags about workers on other machines.
func addWorkers(f *pflag.FlagSet, o *connection.Options) {
	f.StringVar(&o.Listen, "workers", "", "`ADDR` to listen on for workers on other machines, such as :4222; see agon invite worker")
	f.StringVar(&o.NATS, "nats", "", "`URL` of NATS servers with JetStream that carry games to workers, instead of --workers")
	f.StringVar(&o.Credentials, "nats-creds", "", "`FILE` with credentials for --nats")
	f.StringVar(&o.CA, "nats-ca", "", "PEM `FILE` with the authority that signed the certificates of --nats (default: those of this "+
		"system)")
	f.BoolVar(&o.NoCores, "no-cores", false, "let workers play all games, and no core of this machine")
}

// checkWorkers returns an error for flags that contradict each other.
func checkWorkers(o *connection.Options) error {
	switch {
	case !o.Wanted() && o.NoCores:
		return errors.New("--no-cores leaves every game to workers: add --workers ADDR, or --nats URL")
	case o.Listen != "" && o.NATS != "":
		return errors.New("--workers opens a queue of this program, and --nats uses another: choose one")
	case o.NATS == "" && (o.Credentials != "" || o.CA != ""):
		return errors.New("--nats-creds and --nats-ca belong to --nats URL")
	}
	if _, _, err := net.SplitHostPort(o.Listen); o.Listen != "" && err != nil {
		return fmt.Errorf("--workers %q: want HOST:PORT, such as :4222", o.Listen)
	}
	return nil
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
	var out string
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
			if !server.Is(dir) {
				f, err := config.Read(args[1])
				if err != nil {
					return err
				}
				dir = conduct.Dir(out, f)
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
	f.StringVar(&out, "out", "", "the contest's `DIR`, if agon run has it")
	f.StringArrayVar(&at, "at", nil, "`HOST:PORT` by which the worker reaches this machine; repeatable (default: the addresses of this "+
		"machine, with the port of the last run)")
	f.DurationVar(&lasts, "expires", 0, "how long the invitation is valid (default: as long as the contest)")
	return cmd
}
