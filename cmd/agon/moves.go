package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/distant"
	"agon/bot/lineup"
	"agon/contest/config"
	"agon/game"
	"agon/internal/heartbeat"
	"agon/lab/session"
	"agon/play/worker"
)

// mostThought is the wall time of a move after which a bot of a site is killed, whatever the game elsewhere allows. An answer must come before the
// site gives up waiting for it.
const mostThought = 20 * time.Second

// mostRequest bounds a line of a session, in bytes.
const mostRequest = 1 << 20

// newMoves returns the hidden command that a site starts for a session: one bot makes the moves in a game that is played elsewhere.
func newMoves(w *world) *cobra.Command {
	c := &botFlags{}
	cmd := &cobra.Command{
		Use:    "moves CONTEST.toml BOT",
		Short:  "make the moves of a bot in a game that is told on standard input (agon serve starts this itself)",
		Hidden: true,
		Args:   between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := c.moves(cmd, w, args[0], args[1])
			if errors.Is(err, io.EOF) || cmd.Context().Err() != nil {
				return nil
			}
			return host(err)
		},
	}
	c.add(cmd.Flags())
	return cmd
}

// moves answers the lines of one session, until they end or one of them is refused.
func (c *botFlags) moves(cmd *cobra.Command, w *world, file, ref string) error {
	ctx := cmd.Context()
	s, err := c.open(cmd.Flags(), true)
	if err != nil {
		return err
	}
	defer s.Close()
	in := bufio.NewScanner(w.in)
	in.Buffer(nil, mostRequest)
	defer context.AfterFunc(ctx, func() { w.in.Close() })()
	out := json.NewEncoder(w.out)
	var o distant.Opening
	if err := readLine(in, &o); err != nil {
		return err
	}
	f, err := config.Read(file)
	if err != nil {
		return err
	}
	k, err := findKind(f.Kind)
	if err != nil {
		return err
	}
	settings, err := k.Settings(f.Options)
	if err != nil {
		return err
	}
	s = s.Under(f)
	runtime.LockOSThread() // whose stalls are the host's
	beats := heartbeat.Start()
	defer beats.Close()
	thread := heartbeat.NewThread(beats)
	defer thread.Close()
	m, err := distant.New(k, settings, &o, mostThought, thread)
	if err != nil {
		return refuse(out, err.Error())
	}
	p, err := player(ctx, s, k, f, ref, o.Seed)
	if err != nil {
		return err
	}
	if p == nil {
		return refuse(out, "the bot does not start")
	}
	defer p.Close()
	if err := m.Sit(p); err != nil {
		return err
	}
	if err := out.Encode(struct{}{}); err != nil {
		return err
	}
	for {
		var r distant.Request
		if err := readLine(in, &r); err != nil {
			return err
		}
		a, err := m.Answer(&r)
		var lack *bot.HostError
		if errors.As(err, &lack) {
			return err
		}
		if err != nil {
			return refuse(out, err.Error())
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
}

// player starts the bot, nil if it does not load. Its log is for nobody.
func player(ctx context.Context, s *session.Session, k *game.Kind, f *config.File, ref string, seed int64) (bot.Player, error) {
	opener, err := s.OpenerUnder(k, f)
	if err != nil {
		return nil, err
	}
	entries, err := s.Bots(ctx, opener, []string{ref})
	if err != nil {
		return nil, err
	}
	if len(entries) != 1 || entries[0].Broken != "" {
		return nil, nil
	}
	return entries[0].Player(lineup.Station{
		Log: bot.NewLog(0), Core: &lineup.Core{}, Loading: worker.Loading(s.Guard), Secret: bot.DeriveSecret(seed), Stop: ctx.Done(), Libraries: lineup.Libraries(entries),
	}), nil
}

// readLine decodes the next line; the error is [io.EOF] after the last.
func readLine(in *bufio.Scanner, into any) error {
	if !in.Scan() {
		if err := in.Err(); err != nil && !errors.Is(err, os.ErrClosed) {
			return err
		}
		return io.EOF
	}
	return json.Unmarshal(in.Bytes(), into)
}

// refuse writes why the session ends.
func refuse(out *json.Encoder, why string) error {
	return out.Encode(map[string]string{"refused": strings.TrimSuffix(printable(why), ".")})
}
