// Package moves makes the moves of one bot in a game that is played elsewhere, as a contest site lends a bot: requests of package
// bot/distant come as lines of JSON, and answers leave as lines.
package moves

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

	"agon/bot"
	"agon/bot/distant"
	"agon/bot/lineup"
	"agon/contest/config"
	"agon/game"
	"agon/internal/clean"
	"agon/internal/heartbeat"
	"agon/lab/session"
	"agon/play/worker"
)

// mostThought is the wall time of a move after which a bot of a site is killed, whatever the game elsewhere allows. An answer must come
// before the site gives up waiting for it.
const mostThought = 20 * time.Second

// mostRequest bounds a line, in bytes.
const mostRequest = 1 << 20

// A Bot is a bot that makes moves under the conditions of a contest.
type Bot struct {
	Session *session.Session
	File    string // the contest's
	Ref     string
}

// lines are the requests and the answers.
type lines struct {
	in  *bufio.Scanner
	out *json.Encoder
}

// Serve answers the lines of one session, until they end or one of them is refused. The error is [io.EOF] after the last.
func (b *Bot) Serve(ctx context.Context, in io.ReadCloser, out io.Writer) error {
	l := lines{bufio.NewScanner(in), json.NewEncoder(out)}
	l.in.Buffer(nil, mostRequest)
	defer context.AfterFunc(ctx, func() { in.Close() })()
	var o distant.Opening
	if err := l.read(&o); err != nil {
		return err
	}
	f, err := config.Read(b.File)
	if err != nil {
		return err
	}
	k, err := b.Session.Kinds(f.Kind)
	if err != nil {
		return err
	}
	settings, err := k.Settings(f.Options)
	if err != nil {
		return err
	}
	runtime.LockOSThread() // its stalls are the host's
	beats := heartbeat.Start()
	defer beats.Close()
	thread := heartbeat.NewThread(beats)
	defer thread.Close()
	m, err := distant.New(k, settings, &o, mostThought, thread)
	if err != nil {
		return l.refuse(err.Error())
	}
	p, err := b.player(ctx, b.Session.Under(f), k, f, o.Seed)
	if err != nil {
		return err
	}
	if p == nil {
		return l.refuse("the bot does not start")
	}
	defer p.Close()
	if err := m.Sit(p); err != nil {
		return err
	}
	return l.answer(m)
}

// answer answers requests.
func (l *lines) answer(m *distant.Mirror) error {
	if err := l.out.Encode(struct{}{}); err != nil {
		return err
	}
	for {
		var r distant.Request
		if err := l.read(&r); err != nil {
			return err
		}
		a, err := m.Answer(&r)
		if errors.As(err, new(*bot.HostError)) {
			return err
		}
		if err != nil {
			return l.refuse(err.Error())
		}
		if err := l.out.Encode(a); err != nil {
			return err
		}
	}
}

// player starts the bot, nil if it does not load. Its log is for nobody.
func (b *Bot) player(ctx context.Context, s *session.Session, k *game.Kind, f *config.File, seed int64) (bot.Player, error) {
	opener, err := s.OpenerUnder(k, f)
	if err != nil {
		return nil, err
	}
	entries, err := s.Bots(ctx, opener, []string{b.Ref})
	if err != nil {
		return nil, err
	}
	if len(entries) != 1 || entries[0].Broken != "" {
		return nil, nil
	}
	return entries[0].Player(lineup.Station{
		Log: bot.NewLog(0), Core: &lineup.Core{}, Loading: worker.Loading(s.Guard), Secret: bot.DeriveSecret(seed), Stop: ctx.Done(),
		Libraries: lineup.Libraries(entries),
	}), nil
}

// read decodes the next line; the error is [io.EOF] after the last.
func (l *lines) read(into any) error {
	if !l.in.Scan() {
		if err := l.in.Err(); err != nil && !errors.Is(err, os.ErrClosed) {
			return err
		}
		return io.EOF
	}
	return json.Unmarshal(l.in.Bytes(), into)
}

// refuse writes why the session ends.
func (l *lines) refuse(why string) error {
	return l.out.Encode(map[string]string{"refused": strings.TrimSuffix(clean.Text(why), ".")})
}
