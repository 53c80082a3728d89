package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/lineup"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/fleet/member"
	"agon/contest/queue"
	"agon/contest/queue/filecache"
	"agon/contest/queue/invitation"
	"agon/contest/queue/jetstream"
	"agon/contest/run"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/moment"
	"agon/play/worker"
)

// invitationVariable is the environment variable with an invitation, for services whose arguments others can read.
const invitationVariable = "AGON_INVITATION"

// working are the flags of agon worker.
type working struct {
	bots  botFlags
	cores int
	cache string
	nats  string
	creds string
	ca    string
	space string
	name  string
}

func newWorker(w *world) *cobra.Command {
	k := &working{}
	cmd := &cobra.Command{
		Use:   "worker INVITATION",
		Short: "play games of a contest that runs on another machine",
		Long: `Worker plays games for a contest, with all cores of this machine, until Ctrl-C: then it ends the games that it has, and leaves. The line with the
invitation is printed by agon invite worker on the contest's machine. Bots come from there and run in this machine's sandbox.

Without an argument the invitation is read from the environment variable ` + invitationVariable + `.`,
		Example: examples(`  agon worker agon1_eyJhIjpbImNvbnRlc3Q6NDIyMiJd…
  agon worker --cores 4 agon1_eyJhIjpbImNvbnRlc3Q6NDIyMiJd…
  agon worker --nats nats://queue.example.org --space agon-1f2e3d4c5b6a --name hall-3`),
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return k.run(cmd, w, args) },
	}
	k.bots.addTools(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&k.cores, "cores", 0, "number of CPU cores (default: all)")
	f.StringVar(&k.cache, "cache", "", "`DIR` for the files of bots (default: in agon's cache)")
	f.StringVar(&k.nats, "nats", "", "`URL` of NATS servers, instead of an invitation")
	f.StringVar(&k.creds, "nats-creds", "", "`FILE` with credentials for them")
	f.StringVar(&k.ca, "nats-ca", "", "PEM `FILE` with the authority of their certificates, if this system does not trust it")
	f.StringVar(&k.space, "space", "", "`NAME` of the contest's queue there, as its run prints it")
	f.StringVar(&k.name, "name", "", "`NAME` of this worker there (default: the host's)")
	return cmd
}

func (k *working) run(cmd *cobra.Command, w *world, args []string) error {
	ctx := cmd.Context()
	s, err := k.bots.openForOthers(cmd.Flags())
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Launcher.Check(); err != nil {
		return err
	}
	url, o, err := k.connection(args)
	if err != nil {
		return err
	}
	dir, err := k.folder()
	if err != nil {
		return host(err)
	}
	if err := s.Launcher.Open(); err != nil {
		return err
	}
	note := func(text string) {
		fmt.Fprintf(w.err, "%s agon: worker %s: %s\n", moment.Seconds(time.Now()), o.Worker, clean.Text(text))
	}
	o.Note = note
	note("connecting")
	link, err := jetstream.Dial(ctx, url, o)
	if err != nil {
		return host(err)
	}
	defer link.Close()
	files, err := filecache.Open(dir, cacheBytes, link.Queues().Files)
	if err != nil {
		return host(err)
	}
	note("connected; Ctrl-C ends it after the games that it has")
	// The first signal ends ctx, the second the process.
	err = member.Run(ctx, context.WithoutCancel(ctx), member.Options{
		Name: o.Worker, Link: link.Queues(), Lease: connection.Lease, Cores: k.cores, Version: thisRelease().Version,
		Sandbox: s.Launcher.About(), Level: s.Launcher.Level(), Kinds: kindOfServer, Note: note, Files: files,
		Opener: func(kind *game.Kind, t run.Terms) *lineup.Opener {
			opener := s.Opener(kind, bot.NewLog(0))
			opener.Limits, opener.Shims, opener.Warm, opener.Loading = t.Limits, t.Shims, t.Warm, worker.Loading(t.Guard)
			return opener
		},
	})
	if err == nil {
		note("left")
	}
	return host(err)
}

// connection returns where to connect and as whom.
func (k *working) connection(args []string) (url string, o jetstream.Options, err error) {
	if k.nats != "" {
		if len(args) > 0 {
			return "", o, errors.New("--nats and an invitation are two ways to connect: choose one")
		}
		name := k.name
		if name == "" {
			name = hostWord()
		}
		return k.nats, jetstream.Options{Space: k.space, Worker: name, Classes: fleet.Classes(name), Credentials: k.creds, CA: k.ca}, nil
	}
	text := secretOf(invitationVariable)
	if len(args) > 0 {
		text = args[0]
	}
	if text == "" {
		return "", o, errors.New("worker needs an invitation: agon invite worker NAME CONTEST.toml prints one on the contest's machine")
	}
	i, err := invitation.Parse(text)
	if err != nil {
		return "", o, err
	}
	if !i.Expires.IsZero() && time.Now().After(i.Expires) {
		return "", o, fmt.Errorf("the invitation of worker %s expired on %s: ask for another", i.Worker,
			moment.Words(i.Expires))
	}
	return i.URL(), jetstream.Options{Space: i.Space, Worker: i.Worker, Classes: i.Classes, Seed: i.Secret, Certificate: i.Certificate}, nil
}

// hostWord returns this machine's name as the name of a worker.
func hostWord() string {
	name, _ := os.Hostname()
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
	if name == "" {
		return "worker"
	}
	return name[:min(len(name), queue.MaxWorker)]
}

// cacheBytes is how much the files of bots may take.
const cacheBytes = 4 << 30

// folder returns the folder for the files of bots. The error says what cannot be made of the caches, before a server is told that this
// machine plays.
func (k *working) folder() (string, error) {
	home, err := build.Home()
	if err != nil {
		return "", err
	}
	cache, err := build.OpenCache(home)
	if err == nil {
		err = usable(cache.Dir("part", ""))
	}
	if err != nil {
		return "", fmt.Errorf("cache of built bots in %s: %w; name another folder with the environment variable AGON_CACHE", home, err)
	}
	dir := cmp.Or(k.cache, filepath.Join(home, "workers"))
	if err := usable(dir); err != nil {
		return "", fmt.Errorf("cache for the files of bots: %w; name another folder with --cache", err)
	}
	return dir, nil
}

// usable makes a folder, and writes a file there.
func usable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "part-")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
