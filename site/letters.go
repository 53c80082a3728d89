package site

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"agon/site/notify"
)

// letters mails links to people, apart from the requests that ask for them: how long that takes says nothing about whose account exists.
type letters struct {
	write notify.Writer // nil: the site sends no mail
	work  *sync.WaitGroup
	life  context.Context
	slots chan struct{} // one element for each that is being sent
	log   *slog.Logger
}

// Bounds of letters.
const (
	mostLetters = 20 // that are sent at once: beyond it a request for more sends none
	letterLasts = 30 * time.Second
)

func newLetters(life context.Context, work *sync.WaitGroup, o *Options) *letters {
	return &letters{write: o.Letters, work: work, life: life, slots: make(chan struct{}, mostLetters), log: o.Log}
}

// post finds out which letters are sent, and sends them.
func (l *letters) post(what string, find func(ctx context.Context) ([]notify.Letter, error)) {
	select {
	case l.slots <- struct{}{}:
	default:
		l.log.Warn("too many letters are being sent: one is dropped", "about", what)
		return
	}
	l.work.Go(func() {
		defer func() { <-l.slots }()
		ctx, cancel := context.WithTimeout(l.life, letterLasts)
		defer cancel()
		list, err := find(ctx)
		if err != nil {
			l.log.Error("write a letter", "about", what, "error", err)
		}
		for _, x := range list {
			if err := l.write(ctx, x); err != nil {
				l.log.Error("send a letter", "about", what, "error", err)
			}
		}
	})
}
