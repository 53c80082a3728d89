package site

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"time"

	"agon/bot"
	"agon/bot/distant"
	"agon/contest/config"
	"agon/games/all"
)

// A mirror of tron with a built-in bot, since these tests start no processes, and requests to it.
var (
	tronOpening = func() string {
		k, err := all.Find("tron")
		if err != nil {
			panic(err)
		}
		s, err := k.Settings(nil)
		if err != nil {
			panic(err)
		}
		text, err := json.Marshal(distant.Opening{Kind: k.Name, Version: k.Version, Options: s.Texts(), Seed: 7, Seats: 2,
			Names: []string{}})
		if err != nil {
			panic(err)
		}
		return string(text)
	}()
	tronMove = `{"turns":[],"ask":true,"clock":false,"processor":false,"limit_us":0,"allowed_us":0}`
)

// mirrored is a session in this process.
func mirrored(ctx context.Context, file, _ string) (io.ReadWriteCloser, error) {
	f, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	here, there := newPair()
	context.AfterFunc(ctx, func() { there.Close() })
	go func() {
		defer there.Close()
		in, out := bufio.NewScanner(there), json.NewEncoder(there)
		var m *distant.Mirror
		for in.Scan() {
			var answer any = struct{}{}
			var err error
			if m == nil {
				m, err = opened(f, in.Bytes())
			} else {
				var r distant.Request
				if err = json.Unmarshal(in.Bytes(), &r); err == nil {
					answer, err = m.Answer(&r)
				}
			}
			if err != nil {
				out.Encode(map[string]string{"refused": err.Error()})
				return
			}
			out.Encode(answer)
		}
	}()
	return here, nil
}

// opened opens a mirror with the first built-in bot.
func opened(f *config.File, text []byte) (*distant.Mirror, error) {
	var o distant.Opening
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, err
	}
	k, err := all.Find(f.Kind)
	if err != nil {
		return nil, err
	}
	s, err := k.Settings(f.Options)
	if err != nil {
		return nil, err
	}
	m, err := distant.New(k, s, &o, time.Second, nil)
	if err != nil {
		return nil, err
	}
	mind, err := k.Builtin(k.Builtins[0].Name, nil)
	if err != nil {
		return nil, err
	}
	return m, m.Sit(bot.NewBuiltin(mind, nil))
}

// A pair is one end of two pipes.
type pair struct {
	*io.PipeReader
	*io.PipeWriter
}

func newPair() (a, b pair) {
	fromA, toB := io.Pipe()
	fromB, toA := io.Pipe()
	return pair{fromA, toA}, pair{fromB, toB}
}

// Close closes both pipes.
func (p pair) Close() error {
	p.PipeReader.Close()
	return p.PipeWriter.Close()
}
