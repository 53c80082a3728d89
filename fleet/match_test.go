package fleet_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/contest"
	"agon/fleet"
	"agon/fleet/member"
	"agon/game"
	"agon/queue"
	"agon/worker"
)

// joinWithout starts a worker on a machine that has no Python.
func (h *hall) joinWithout(name string) {
	h.join(member.Options{Name: name, Link: h.link.Worker(name, fleet.Classes(name)...), Opener: func(k *game.Kind, _ contest.Terms) *lineup.Opener {
		return &lineup.Opener{Kind: k, Python: pyhost.Python("/none/python3"), Launcher: bot.Plain{}, Log: bot.NewLog(0), Cache: h.t.TempDir()}
	}})
}

// after calls do once the text was said.
func (h *hall) after(text string, do func()) {
	ctx := h.t.Context()
	go func() {
		for !h.said(text) {
			if ctx.Err() != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
		do()
	}()
}

// A worker that lacks the language of a bot plays the games of the others, and only those.
func TestGamesGoToWorkersThatCanPlayThem(t *testing.T) {
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.joinWithout("built-in")
	h.after("worker built-in cannot play walker, and gets no more of its games", func() { h.worker("python", nil) })
	same(t, h.play(), want)
	for _, w := range h.server.Workers() {
		if w.Aside != "" || w.Played == 0 {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
}

// Games that no worker can play, where no core of the contest's machine plays, are said to wait. They are played when a worker comes that can.
func TestGamesThatNobodyCanPlayAreNamed(t *testing.T) {
	want := alone(t, cup)
	h := newHall(t, cup, time.Second)
	h.joinWithout("built-in")
	h.after("wait: no worker that is here can play all of them", func() { h.worker("python", nil) })
	same(t, h.play(), want)
}

// A worker that a contest does not admit gets none of its games and is told why.
func TestWorkersThatAreNotAdmitted(t *testing.T) {
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.admit = func(s *fleet.State) string {
		if s.Level == "none" {
			return "its sandbox is none"
		}
		return ""
	}
	h.serve()
	h.join(member.Options{Name: "open", Level: "none", Link: h.link.Worker("open", fleet.Classes("open")...), Opener: func(k *game.Kind, _ contest.Terms) *lineup.Opener { return opener(t, k) }})
	h.after("open: Cup gives this worker no games: its sandbox is none", func() { h.worker("closed", nil) })
	same(t, h.play(), want)
	for _, w := range h.server.Workers() {
		if w.Aside != "" || (w.Played == 0) != (w.Name == "open") {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
}

// A counted follows games and counts their turns.
type counted struct {
	turns, over, lost atomic.Int64
}

func (c *counted) Turn(t *game.Table, _ []*bot.Call) {
	c.turns.Add(1)
	if t.Over() {
		c.over.Add(1)
	}
}

func (c *counted) Lost() { c.lost.Add(1) }

// Who watches a contest sees the games that workers played.
func TestGamesOfWorkersAreWatched(t *testing.T) {
	h := newHall(t, cup, 10*time.Second)
	h.worker("one", nil)
	var c counted
	var dealt, entries atomic.Int64
	h.watch = func(d contest.Dealt) worker.Viewer {
		dealt.Add(1)
		entries.Add(int64(len(d.Entries)))
		return &c
	}
	games := int64(len(h.play()))
	if c.over.Load() != games || dealt.Load() != games || entries.Load() != 2*games || c.turns.Load() < 60*games || c.lost.Load() > 0 {
		t.Errorf("%d games: %d were dealt, to %d bots, with %d turns and %d ends; %d do not count", games, dealt.Load(), entries.Load(), c.turns.Load(), c.over.Load(), c.lost.Load())
	}
}

// waits is a bot whose games go on only when somebody has seen that they are played.
const waits = `import os, time
from ..bot_control import Move


class Walker:
    def __init__(self): self.asked = 0
    def get_name(self): return "walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        self.asked += 1
        while self.asked > 5 and not os.path.exists(%q): time.sleep(0.01)
        return Move.LEFT
`

// waiting is a contest of one game at a time, of bots that wait for the file.
func waiting(t *testing.T) (c *contest.Contest, file string) {
	t.Helper()
	if why := noPython(); why != "" {
		t.Skip(why)
	}
	dir := t.TempDir()
	file = filepath.Join(dir, "seen")
	text := strings.ReplaceAll(cup, "games = 10", "games = 1") + "[limits]\nguard = \"10m\"\n"
	for name, content := range map[string]string{"contest.toml": text, "walker.py": fmt.Sprintf(waits, file)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return reopened(t, filepath.Join(dir, "contest.toml")), file
}

// A spectator makes the file when it has seen the last turn before the bot waits for it, and counts turns.
type spectator struct {
	counted
	file string
	t    *testing.T
}

func (s *spectator) Turn(t *game.Table, calls []*bot.Call) {
	s.counted.Turn(t, calls)
	if n := s.turns.Load(); int64(t.Turns()) != n {
		s.t.Errorf("turn %d is shown as number %d", t.Turns(), n)
	}
	if t.Turns() == 5 {
		touch(s.t, s.file)
	}
}

// touch makes a file.
func touch(t *testing.T, file string) {
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Error(err)
	}
}

// A game is seen while a worker plays it, and each of its turns is seen once.
func TestARunningGameOfAWorkerIsSeen(t *testing.T) {
	c, file := waiting(t)
	h := hallOf(t, c, 10*time.Second)
	h.worker("one", nil)
	watched := &spectator{file: file, t: t}
	h.watch = one(watched)
	for _, game := range h.play() {
		if !strings.Contains(game, "map[]") || strings.Contains(game, "late") {
			t.Errorf("somebody was late: %s", game)
		}
	}
	if watched.over.Load() != 1 || watched.turns.Load() != 60 || watched.lost.Load() != 0 {
		t.Errorf("of the game %d turns and %d ends are seen; it was lost %d times", watched.turns.Load(), watched.over.Load(), watched.lost.Load())
	}
}

// twisted sends other frames than its worker wants to.
type twisted struct {
	queue.Frames
	change func(fleet.Frame) [][]byte
}

func (t twisted) Send(worker string, frame []byte) error {
	f, err := fleet.Decode[fleet.Frame](frame)
	if err != nil {
		return err
	}
	for _, other := range t.change(f) {
		if err := t.Frames.Send(worker, other); err != nil {
			return err
		}
	}
	return nil
}

func framed(f fleet.Frame) []byte {
	b, err := fleet.Encode(f)
	if err != nil {
		panic(err)
	}
	return b
}

// Frames that are wrong change no result, end nothing but the view of their game, and are said once.
func TestWrongFramesHarmNothing(t *testing.T) {
	want := alone(t, cup)
	for name, change := range map[string]func(fleet.Frame) []byte{
		"no frames":       func(fleet.Frame) []byte { return []byte("frame") },
		"broken replays":  func(f fleet.Frame) []byte { f.Replay[len(f.Replay)/2] ^= 1; return framed(f) },
		"other games":     func(f fleet.Frame) []byte { f.Fixture++; return framed(f) },
		"unknown orders":  func(f fleet.Frame) []byte { f.Order = "another"; return framed(f) },
		"other versions":  func(f fleet.Frame) []byte { f.Agon = 99; return framed(f) },
		"no game at all":  func(f fleet.Frame) []byte { f.Replay = nil; return framed(f) },
		"games before it": func(f fleet.Frame) []byte { f.Fixture = -1; return framed(f) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t, cup, 10*time.Second)
			h.worker("liar", func(l queue.Link) queue.Link {
				l.Frames = twisted{l.Frames, func(f fleet.Frame) [][]byte { return [][]byte{change(f)} }}
				return l
			})
			h.watch = func(contest.Dealt) worker.Viewer { return &counted{} }
			same(t, h.play(), want)
			if said := h.noted("shows a game that cannot be shown"); said > 1 || h.server.Workers()[0].Aside != "" {
				t.Errorf("it is said %d times; set aside: %q", said, h.server.Workers()[0].Aside)
			}
		})
	}
}

// Nothing is sent while nobody watches.
func TestNoFramesWithoutWatchers(t *testing.T) {
	h := newHall(t, cup, 10*time.Second)
	var frames atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go h.link.Server().Frames.Receive(ctx, func(string, []byte) { frames.Add(1) })
	h.worker("one", nil)
	h.play()
	if n := frames.Load(); n > 0 {
		t.Errorf("%d frames were sent", n)
	}
}

// A small has room for so many files.
type small struct {
	queue.Files
	room, trimmed int
	has           map[string]bool
}

func (s *small) Put(ctx context.Context, name string, content io.Reader) error {
	if !s.has[name] && len(s.has) == s.room {
		return queue.ErrFull
	}
	s.has[name] = true
	return s.Files.Put(ctx, name, content)
}

func (s *small) Retain(ctx context.Context, keep func(string) bool) error {
	s.trimmed++
	for name := range s.has {
		if !keep(name) {
			delete(s.has, name)
		}
	}
	return s.Files.Retain(ctx, keep)
}

// A queue that is full of the files of earlier contests makes room for those of this one.
func TestAFullQueueMakesRoom(t *testing.T) {
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	files := &small{Files: h.link.Server().Files, room: 1, has: map[string]bool{}}
	if err := files.Put(t.Context(), queue.FileName([]byte("an old bot")), strings.NewReader("an old bot")); err != nil {
		t.Fatal(err)
	}
	h.depot = fleet.NewDepot(files)
	h.serve()
	h.worker("one", nil)
	same(t, h.play(), want)
	if files.trimmed != 1 {
		t.Errorf("room was made %d times", files.trimmed)
	}
}
