package fleet_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"agon/contest"
	"agon/fleet"
	"agon/game"
	"agon/queue"
	"agon/replay"
	"agon/worker"
)

// one returns what follows the first game of the bot that waits, and nothing else.
func one(watched worker.Viewer) func(contest.Dealt) worker.Viewer {
	chosen := false
	return func(d contest.Dealt) worker.Viewer {
		if chosen || d.Contest.Entries[d.Entries[0]].Name != "walker" && d.Contest.Entries[d.Entries[1]].Name != "walker" {
			return nil
		}
		chosen = true
		return watched
	}
}

// What a worker sends of a game that another plays ends nothing, whatever it is.
func TestFramesOfAnotherWorkerEndNothing(t *testing.T) {
	c, file := waiting(t)
	h := hallOf(t, c, 10*time.Second)
	for name, other := range map[string]string{"one": "two", "two": "one"} {
		h.worker(name, func(l queue.Link) queue.Link {
			wrong := h.link.Worker(other).Frames
			l.Frames = twisted{l.Frames, func(f fleet.Frame) [][]byte {
				bad := f
				bad.Replay = f.Replay[:len(f.Replay)-1]
				wrong.Send(other, framed(bad))
				wrong.Send(other, forged(f, func(r *game.Record) { r.Seed++ }))
				return [][]byte{framed(f)}
			}}
			return l
		})
	}
	watched := &spectator{file: file, t: t}
	h.watch = one(watched)
	h.play()
	if watched.over.Load() != 1 || watched.turns.Load() != 60 || watched.lost.Load() != 0 {
		t.Errorf("of the game %d turns and %d ends are seen; it was lost %d times", watched.turns.Load(), watched.over.Load(), watched.lost.Load())
	}
	if n := h.noted("shows a game that cannot be shown: game "); n < 1 || n > 2 {
		t.Errorf("of the wrong frames of two workers %d notes tell", n)
	}
}

// forged returns a frame with another record.
func forged(f fleet.Frame, change func(*game.Record)) []byte {
	rep, err := replay.Decode(f.Replay)
	if err != nil {
		panic(err)
	}
	change(rep.Record)
	f.Replay = replay.Encode(rep, false)
	return framed(f)
}

// A worker that shows a game and then something else ends what is seen of it. The report shows the game from its beginning, or is not seen if the moves
// were others.
func TestForgedFramesEndTheView(t *testing.T) {
	for _, tt := range []struct {
		name        string
		change      func(f fleet.Frame) []byte
		dealt, over int64
		noted       bool
	}{
		{"another seed", func(f fleet.Frame) []byte { return forged(f, func(r *game.Record) { r.Seed++ }) }, 2, 1, true},
		{"no replay", func(f fleet.Frame) []byte { f.Replay = nil; return framed(f) }, 2, 1, true},
		{"a move that does not exist", func(f fleet.Frame) []byte {
			return forged(f, func(r *game.Record) { r.Columns[0][len(r.Columns[0])-1] = 200 })
		}, 2, 1, true},
		{"other moves", func(f fleet.Frame) []byte {
			return forged(f, func(r *game.Record) {
				for i := range r.Columns[0] {
					r.Columns[0][i] = (r.Columns[0][i] + 1) % 4
				}
			})
		}, 1, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, file := waiting(t)
			h := hallOf(t, c, 10*time.Second)
			h.worker("liar", func(l queue.Link) queue.Link {
				l.Frames = twisted{l.Frames, func(f fleet.Frame) [][]byte { return [][]byte{framed(f), tt.change(f)} }}
				return l
			})
			watched := &ended{file: file, t: t}
			var dealt, number atomic.Int64
			first := one(watched)
			h.watch = func(d contest.Dealt) worker.Viewer {
				if int64(d.Game) != number.Load() {
					if first(d) == nil {
						return nil
					}
					number.Store(int64(d.Game))
				}
				dealt.Add(1)
				return watched
			}
			h.play()
			if dealt.Load() != tt.dealt || watched.over.Load() != tt.over || watched.lost.Load() != 1 {
				t.Errorf("the game was shown %d times with %d ends and lost %d times, want %d, %d and 1", dealt.Load(), watched.over.Load(), watched.lost.Load(), tt.dealt, tt.over)
			}
			if h.said("shows a game that cannot be shown") != tt.noted || h.server.Workers()[0].Aside != "" {
				t.Errorf("noted: %v; set aside: %q", !tt.noted, h.server.Workers()[0].Aside)
			}
		})
	}
}

// An ended viewer lets games go on when what it sees has ended before the game.
type ended struct {
	counted
	file string
	t    *testing.T
}

func (e *ended) Lost() {
	e.counted.Lost()
	touch(e.t, e.file)
}

// A report of which a part comes twice shows no game twice.
func TestAGameThatIsReportedTwiceIsSeenOnce(t *testing.T) {
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.worker("one", func(l queue.Link) queue.Link {
		l.Results = stammering{l.Results}
		return l
	})
	var mu sync.Mutex
	dealt := map[int]int{}
	h.watch = func(d contest.Dealt) worker.Viewer {
		mu.Lock()
		defer mu.Unlock()
		dealt[d.Game]++
		return &counted{}
	}
	same(t, h.play(), want)
	for game := 1; game <= len(want); game++ {
		if dealt[game] != 1 {
			t.Errorf("game %d is shown %d times", game, dealt[game])
		}
	}
}

// stammering reports the first game of each order once alone, before the others and itself.
type stammering struct{ queue.Queue }

func (s stammering) Offer(ctx context.Context, jobs ...queue.Job) error {
	for _, j := range jobs {
		r, err := fleet.Decode[fleet.Report](j.Body)
		if err != nil {
			return err
		}
		if len(r.Games) > 1 {
			first := j
			first.Name += "-first"
			r.Games = r.Games[:1]
			if first.Body, err = fleet.Encode(r); err != nil {
				return err
			}
			if err := s.Queue.Offer(ctx, first); err != nil {
				return err
			}
		}
	}
	return s.Queue.Offer(ctx, jobs...)
}

// quick is a contest of many short games.
const quick = `
kind = "colour-battle"
name = "Quick"
seed = 11
[options]
rounds = 60
[[bots]]
ref = "one=builtin:rambo"
[[bots]]
ref = "two=builtin:steve"
[[stages]]
name = "all"
format = "round-robin"
games = 10000
seats = 2
`

// A worker sends no more frames than the time allows, however short its games are.
func TestShortGamesSendFewFrames(t *testing.T) {
	h := newHall(t, quick, 10*time.Second)
	var frames, size atomic.Int64
	h.worker("one", func(l queue.Link) queue.Link {
		l.Frames = twisted{l.Frames, func(f fleet.Frame) [][]byte {
			frames.Add(1)
			size.Add(int64(len(framed(f))))
			return nil
		}}
		return l
	})
	h.watch = func(contest.Dealt) worker.Viewer { return &counted{} }
	begun := time.Now()
	h.play()
	if most := 4 * (2 + int64(time.Since(begun)/fleet.FrameEvery)); frames.Load() > most {
		t.Errorf("%d frames in %v, want at most %d", frames.Load(), time.Since(begun), most)
	}
	t.Logf("%d frames, %d bytes", frames.Load(), size.Load())
}

// noted counts what is said with a text.
func (h *hall) noted(text string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, note := range h.notes {
		if strings.Contains(note, text) {
			n++
		}
	}
	return n
}
