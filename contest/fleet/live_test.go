package fleet_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"agon/bot"
	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/run"
	"agon/game"
	"agon/play/worker"
	"agon/record/replay"
)

// watched is what was shown of all games.
type watched struct {
	mu    sync.Mutex
	whole map[int]bool // games of which every turn was shown, in order
	lost  int          // games whose shown turns were reported not to count
	wrong []int        // games that were shown with a gap
}

func (w *watched) dealt(d run.Dealt) worker.Viewer { return &following{watched: w, game: d.Game} }

// following is a viewer of one game.
type following struct {
	*watched
	game, turns int
}

func (f *following) Turn(t *game.Table, _ []*bot.Call) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.turns++; t.Turns() != f.turns {
		f.wrong = append(f.wrong, f.game)
	}
	if t.Over() {
		f.whole[f.game] = true
	}
}

func (f *following) Lost() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lost++
}

// changed are frames of a worker, each changed before it is sent.
type changed struct {
	queue.Frames
	change func([]byte) []byte
	sent   *atomic.Int64
}

func (c changed) Send(worker string, frame []byte) error {
	c.sent.Add(1)
	return c.Frames.Send(worker, c.change(frame))
}

// forged returns a frame with other moves in it.
func forged(text []byte) []byte {
	f, err := fleet.Decode[fleet.Frame](text)
	if err != nil {
		return text
	}
	rep, err := replay.Decode(f.Replay)
	if err != nil || len(rep.Record.Words) < 2 || len(rep.Record.Columns[0]) == 0 {
		return text
	}
	rep.Record.Columns[0][0] = 1 - min(rep.Record.Columns[0][0], 1)
	f.Replay = replay.Encode(rep, false)
	if text, err = fleet.Encode(f); err != nil {
		return nil
	}
	return text
}

// Whoever watches sees each turn of a game that a worker plays once, in order, and what counts does not depend on frames: a worker that
// sends wrong ones shows nothing false to the end.
func TestGamesOfWorkersAreShown(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func([]byte) []byte
	}{
		{"honest frames", func(frame []byte) []byte { return frame }},
		{"rubbish", func([]byte) []byte { return []byte("rubbish") }},
		{"other moves", forged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if why := noPython(); why != "" {
				t.Skip(why)
			}
			dir := t.TempDir()
			for name, text := range map[string]string{
				"contest.toml": strings.Replace(cup, "games = 10\n", "games = 1\n", 1),
				"walker.py": "import time\n" +
					strings.Replace(walker, "        return random", "        time.sleep(0.004)\n        return random", 1),
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			h := hallOf(t, reopened(t, filepath.Join(dir, "contest.toml")), 10*time.Second)
			seen := &watched{whole: map[int]bool{}}
			h.watch = seen.dealt
			var sent atomic.Int64
			h.worker("ann", func(l queue.Link) queue.Link {
				l.Frames = changed{l.Frames, tt.change, &sent}
				return l
			})
			games := h.play()
			if sent.Load() == 0 {
				t.Error("the worker sent no frame")
			}
			if len(seen.wrong) > 0 {
				t.Errorf("games %v were shown with a gap", seen.wrong)
			}
			if len(seen.whole)+seen.lost < len(games) {
				t.Errorf("of %d games %d were shown whole, and %d not", len(games), len(seen.whole), seen.lost)
			}
			if tt.name == "honest frames" && (seen.lost > 0 || len(seen.whole) != len(games)) {
				t.Errorf("of %d games %d were shown whole, and %d not", len(games), len(seen.whole), seen.lost)
			}
			if noted := h.noted("shows a game that cannot be shown"); noted != (tt.name == "rubbish") && tt.name != "other moves" {
				t.Errorf("said is %q", h.notes)
			}
		})
	}
}
