package run

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"agon/bot"
	"agon/contest"
	"agon/play/worker"
)

// TestSchedulersEnd: a stage's cores end with its work, however that is ended, even if finished games have not been read.
func TestSchedulersEnd(t *testing.T) {
	text := strings.NewReplacer("rounds = 200", "rounds = 2", "format = \"arena\"\ngames = 60\nseats = 3",
		"format = \"round-robin\"\ngames = 200").Replace(cup)
	for _, tt := range []struct {
		name string
		end  func(work *scheduler, cancel func())
	}{
		{"stop", func(work *scheduler, _ func()) { work.stop() }},
		{"abandon", func(work *scheduler, _ func()) { work.abandon() }},
		{"a done context", func(work *scheduler, cancel func()) { cancel(); work.wait() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := opened(t, t.TempDir(), text, nil)
			r := &run{contest: c, options: Options{Cores: 1}, result: &contest.Result{}}
			s, err := r.begin(0, 0, c.Began())
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if err := s.plan(ctx); err != nil {
				t.Fatal(err)
			}
			s.backlog.offer(s.ledger.Open())
			pool := s.pool()
			ended, full := make(chan struct{}), make(chan struct{})
			var left sync.Once
			pool.Leave = func(int, bot.Player) { left.Do(func() { close(ended) }) }
			var packed atomic.Int64
			var work *scheduler
			begun := make(chan struct{})
			work = schedule(ctx, s.backlog, pool, func(g worker.Game) finished {
				<-begun
				if packed.Add(1) == int64(cap(work.games))+1 { // nobody reads, so this one blocks
					close(full)
				}
				return s.pack(g)
			}, nil)
			close(begun)
			<-full
			tt.end(work, cancel)
			<-ended
		})
	}
}
