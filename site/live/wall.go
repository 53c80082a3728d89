package live

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"agon/contest/run"
	"agon/play/worker"
	"agon/show/report"
)

// Boards is the number of screens of a [Wall].
const Boards = 4

// attention is how long the screens after the first follow games after somebody has looked at them.
const attention = 15 * time.Second

// A Wall is several screens of one contest, each with a game of its own. The first always shows games; the others do while somebody looks
// at them, so that a contest which nobody watches pays for one screen. Make one with [NewWall], and close it. Its methods are safe for
// concurrent use.
type Wall struct {
	screens [Boards]*Screen
	on      fields
	looked  atomic.Int64 // when somebody looked at all screens last, Unix nanoseconds
}

// NewWall returns a wall that shows nothing yet.
func NewWall() *Wall { return newWall(human) }

func newWall(p pace) *Wall {
	w := &Wall{}
	for i := range w.screens {
		w.screens[i] = newScreen(p, &w.on)
	}
	return w
}

// Close ends all screens. What is on them stays there.
func (w *Wall) Close() {
	for _, s := range w.screens {
		s.stop()
	}
	for _, s := range w.screens {
		s.Close()
	}
}

// First returns the screen that always shows games.
func (w *Wall) First() *Screen { return w.screens[0] }

// Screen returns a screen by its number, from 1; nil if there is none.
func (w *Wall) Screen(number int) *Screen {
	if number < 1 || number > len(w.screens) {
		return nil
	}
	return w.screens[number-1]
}

// Look notes that somebody looks at all screens.
func (w *Wall) Look() { w.looked.Store(time.Now().UnixNano()) }

// Rank takes the newest standings of the contest's stage.
func (w *Wall) Rank(stage *report.Stage) {
	for _, s := range w.screens {
		s.Rank(stage)
	}
}

// Say has all screens say why no game goes on; empty: one does.
func (w *Wall) Say(why string) {
	for _, s := range w.screens {
		s.say(why)
	}
}

// Dealt is called with a game that begins, and decides which screen follows it, if any.
func (w *Wall) Dealt(d run.Dealt) worker.Viewer {
	if v := w.screens[0].Dealt(d); v != nil {
		return v
	}
	if time.Since(time.Unix(0, w.looked.Load())) > attention {
		return nil
	}
	for _, s := range w.screens[1:] {
		if v := s.Dealt(d); v != nil {
			return v
		}
	}
	return nil
}

// fields are the bots of the games that are on screens or come next, so that each screen prefers a game of others. It is safe for
// concurrent use.
type fields struct {
	mu  sync.Mutex
	are map[*Screen][2]string
}

// set notes the bots of the game on a screen, and of the next one; an empty text: none.
func (f *fields) set(s *Screen, now, next string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.are == nil {
		f.are = map[*Screen][2]string{}
	}
	f.are[s] = [2]string{now, next}
}

// elsewhere returns on how many other screens these bots are, or come next.
func (f *fields) elsewhere(s *Screen, bots string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for other, are := range f.are {
		if other != s && slices.Contains(are[:], bots) {
			n++
		}
	}
	return n
}

// fieldOf names the bots of a game, whatever their order.
func fieldOf(names []string) string { return strings.Join(slices.Sorted(slices.Values(names)), "\x00") }
