package external

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/folder/child"
	"agon/games/folder/engine"
	"agon/games/folder/external/entities"
)

// Config describes an engine.
type Config struct {
	Run      []string // the program, a name on the PATH or a file of the folder, and its arguments
	Folder   string   // of the game, absolute: the engine's working folder
	Files    []string // files and folders in it, absolute: what the engine may read beside the system's
	Protocol string   // one of [Protocols]
	Launcher func() bot.Launcher
	Start    time.Duration // processor time until it asks for the first move; 0: 60 s
	Turn     time.Duration // processor time from an answer to the next question; 0: 20 s
	Memory   int64         // bytes; 0: 2 GiB
	// Uncertain says that equal answers need not make equal games: a game whose process is gone is lost, see [game.ErrLost]
	Uncertain bool

	Images    entities.Images // of its viewer; nil: none
	Seats     Seats           // of the protocols seats and files
	Shim      []string        // agon and the arguments with which it calls shim.Main
	Temporary func() string   // begins names of folders that the sandbox removes when this process was killed; nil: "agon"
}

// Protocols are the names of the ways to talk to an engine.
func Protocols() []string { return []string{"agon", "codingame", "files", "seats"} }

// protocols makes a protocol by its name.
var protocols = map[string]func(*Engine) protocol{
	"agon":      func(*Engine) protocol { return &lines{} },
	"codingame": func(*Engine) protocol { return &codingame{} },
	"files":     func(e *Engine) protocol { return &seated{Engine: e, asFiles: true} },
	"seats":     func(e *Engine) protocol { return &seated{Engine: e} },
}

// An Engine is an [engine.Engine] with a process for each game that goes on.
type Engine struct {
	Config

	mu     sync.Mutex
	live   []*session // of games that go on, the last used last
	closed bool
	ending sync.WaitGroup
}

// New returns an engine, which starts processes when it is asked.
func New(c Config) *Engine {
	c.Start, c.Turn = cmp.Or(c.Start, time.Minute), cmp.Or(c.Turn, 20*time.Second)
	c.Memory = cmp.Or(c.Memory, 2<<30)
	return &Engine{Config: c}
}

// A deal is how a game begins.
type deal struct {
	seats   int
	seed    int64 // from 0 to 2^53-1: a number of every language
	options map[string]any
	drawing drawing
}

// A point is a place in a game: where it began, or what was answered at the point before.
type point struct {
	deal   *deal
	before *point
	plays  []engine.Play
	heard  [sha256.Size]byte // of all that the engine has said so far which decides the game
	said   *turn             // what it said here; nil: it has said more than is kept of a game
	size   int               // bytes of what it has said so far
}

// A turn is what an engine says until it waits for answers or the game is over. It is kept as JSON.
type turn struct {
	Asks    []engine.Ask // by seat
	Owes    game.Seats
	Round   int
	Said    []string // lines for people
	Printed []string // likewise, where they decide nothing
	Picture string   // a sketch, as rules return it; may be empty
	Views   []string `json:",omitempty"` // what a viewer of its own is given, a frame each
	Over    bool
	Ranks   []engine.Rank
	Ending  string // how the game ended, if it is over, with {0} for the name of seat 0; may be empty
}

// heardAfter returns the hash of what was heard before and in this turn.
func (t *turn) heardAfter(before [sha256.Size]byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write(before[:])
	for seat, a := range t.Asks {
		if t.Owes.Has(game.Seat(seat)) {
			fmt.Fprintf(h, "%d %d %d %d\n%s", seat, a.Lines, a.Limit, len(a.Prompt), a.Prompt)
		}
	}
	fmt.Fprintf(h, "%v %v", t.Over, t.Ranks)
	h.Sum(sum[:0])
	return sum
}

// mostLive bounds the processes of games that go on.
func mostLive() int { return 2*runtime.NumCPU() + 2 }

// Deal begins a game.
func (e *Engine) Deal(options string, seats int, d *game.Dice) (*engine.Position, error) {
	begun := &deal{seats: seats, seed: int64(d.Uint64() >> 11)}
	if err := json.Unmarshal([]byte(options), &begun.options); err != nil {
		return nil, err
	}
	s, t, err := e.begin(begun)
	if child.WasKilled(err) {
		s, t, err = e.begin(begun)
	}
	if err != nil {
		return nil, err
	}
	return e.position(s, &point{deal: begun}, t, &engine.Position{Options: options, Seats: seats}), nil
}

// begin starts a process, and returns what it says first.
func (e *Engine) begin(d *deal) (*session, *turn, error) {
	s, err := e.start(d)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.turn(e.Config.Start, func() error { return s.talk.begin(s, d) })
	if err != nil {
		return nil, nil, e.failed(s, err)
	}
	return s, t, nil
}

// position returns the position at a point, and keeps the process for it while the game goes on.
func (e *Engine) position(s *session, at *point, t *turn, p *engine.Position) *engine.Position {
	at.reached(t, p)
	if t.Over {
		e.end(s)
		return p
	}
	s.at = at
	e.keep(s)
	return p
}

// reached makes p the position at a point, where the engine says a turn.
func (at *point) reached(t *turn, p *engine.Position) {
	var before [sha256.Size]byte
	if at.before != nil {
		before, at.size = at.before.heard, at.before.size
	}
	at.heard = t.heardAfter(before)
	if at.size += t.size(); at.size <= mostSaid {
		at.said = t
	}
	p.Own, p.State = &place{point: at, turn: t}, hex.EncodeToString(at.heard[:])
	p.Owes, p.Asks, p.Round = t.Owes, t.Asks, t.Round
	if t.Over {
		p.Ranks = t.Ranks
	}
}

// A place is what a position has of its own: a point, and what the engine said there.
type place struct {
	*point
	turn *turn
	told []turn // what it says from here on in a recorded game, the next turn last; nil: it is asked
}

// keep keeps the process of a game that goes on. The oldest one gives way where there are too many: its game is played forward if somebody
// goes on with it.
func (e *Engine) keep(s *session) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.live = append(e.live, s)
	if n := len(e.live) - mostLive(); n > 0 && !e.Uncertain || e.closed {
		n = max(n, 0)
		if e.closed {
			n = len(e.live)
		}
		for _, old := range e.live[:n] {
			e.end(old)
		}
		e.live = slices.Delete(e.live, 0, n)
	}
}

// end ends a process in the background.
func (e *Engine) end(s *session) { e.ending.Go(func() { s.end() }) }

// take returns the process that stands at a point; nil: there is none.
func (e *Engine) take(at *point) *session {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, s := range e.live {
		if s.at == at {
			e.live = slices.Delete(e.live, i, i+1)
			return s
		}
	}
	return nil
}

// Leave ends the process of a game that nobody goes on with.
func (e *Engine) Leave(p *engine.Position) {
	if s := e.take(p.Own.(*place).point); s != nil {
		e.end(s)
	}
}

// Close ends all processes.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	for _, s := range e.live {
		e.end(s)
	}
	e.live = nil
	e.mu.Unlock()
	e.ending.Wait()
	return nil
}

// Step plays a turn.
func (e *Engine) Step(p *engine.Position, plays []engine.Play, _ *game.Dice) (*engine.Position, error) {
	own := p.Own.(*place)
	at, after := own.point, &engine.Position{Options: p.Options, Seats: p.Seats}
	next := &point{before: at, plays: slices.Clone(plays)}
	if own.told != nil {
		return told(own.told, next, after)
	}
	s, t, err := e.answered(e.take(at), at, p.Asks, plays)
	if e.Uncertain && child.WasKilled(err) {
		return nil, fmt.Errorf("%w: %w", game.ErrLost, err)
	}
	if child.WasKilled(err) { // by somebody: nothing is lost, and another one is asked
		s, t, err = e.answered(nil, at, p.Asks, plays)
	}
	if err != nil {
		return nil, err
	}
	return e.position(s, next, t, after), nil
}

// answered gives a process the answers at a point; nil: another one, which is brought there.
func (e *Engine) answered(s *session, at *point, asks []engine.Ask, plays []engine.Play) (*session, *turn, error) {
	if s == nil && e.Uncertain {
		return nil, nil, child.ByKill(e.failure("the process of a game is gone, and another one would play another game", ""))
	}
	if s == nil {
		var err error
		if s, err = e.forward(at); err != nil {
			return nil, nil, err
		}
	}
	t, err := s.turn(e.Config.Turn, func() error { return s.talk.answer(s, asks, plays) })
	if err != nil {
		return nil, nil, e.failed(s, err)
	}
	return s, t, nil
}

// forward starts a process and plays its game forward to a point.
func (e *Engine) forward(at *point) (*session, error) {
	way := []*point{}
	for p := at; p != nil; p = p.before {
		way = append(way, p)
	}
	slices.Reverse(way)
	s, t, err := e.begin(way[0].deal)
	if err != nil {
		return nil, err
	}
	heard := t.heardAfter([sha256.Size]byte{})
	for i, p := range way[1:] {
		if heard != way[i].heard {
			break
		}
		asks, plays := t.Asks, p.plays
		if t, err = s.turn(e.Config.Turn, func() error { return s.talk.answer(s, asks, plays) }); err != nil {
			return nil, e.failed(s, err)
		}
		heard = t.heardAfter(heard)
	}
	if heard != at.heard {
		e.end(s)
		return nil, e.failure("it says something else when it is given the same seed and the same answers again, so its games cannot be "+
			"resumed nor verified: deterministic = false in [engine] of game.toml says so", "")
	}
	return s, nil
}

func (e *Engine) failure(why, printed string) error {
	f := &engine.Failure{File: strings.Join(e.Run, " "), Why: why}
	if printed != "" {
		f.Trace = "its last words:\n" + printed
	}
	return f
}

// Ask answers questions about a position by what the engine said there.
func (e *Engine) Ask(p *engine.Position, what engine.Question, seat int, _ string) (string, error) {
	at := p.Own.(*place)
	switch what {
	case engine.Ranks:
		return at.standing(p.Seats), nil
	case engine.Observe:
		return at.observed(seat), nil
	case engine.View:
		return at.sketch(seat, e.Images, p.Seats), nil
	case engine.Ending:
		if at.turn.Over {
			return at.turn.Ending, nil
		}
	}
	return "", nil
}

// standing returns the ranks so far: all equal until the engine has said more.
func (p *place) standing(seats int) string {
	if p.turn.Ranks == nil {
		return "[" + strings.TrimSuffix(strings.Repeat("[1,0],", seats), ",") + "]"
	}
	var ranks [][2]any
	for _, r := range p.turn.Ranks {
		ranks = append(ranks, [2]any{r.Place, r.Score})
	}
	return inJSON(ranks)
}

// observed returns the fields of an observation: what the seat is sent, and for the audience the hash of what was said to all.
func (p *place) observed(seat int) string {
	if seat < 0 {
		return inJSON(struct {
			Heard string   `json:"heard"`
			Said  []string `json:"said"`
		}{hex.EncodeToString(p.heard[:]), notNil(p.turn.Said)})
	}
	var sent []string
	if p.turn.Owes.Has(game.Seat(seat)) {
		sent = strings.Split(strings.TrimSuffix(p.turn.Asks[seat].Prompt, "\n"), "\n")
	}
	return inJSON(struct {
		Lines []string `json:"lines"`
	}{notNil(sent)})
}

func notNil(list []string) []string { return append([]string{}, list...) }

func inJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it is numbers and texts
	}
	return string(text)
}
