package live

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"agon/bot"
	"agon/contest/run"
	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
	"agon/show/film"
	"agon/show/report"
)

// A pace describes how a game is shown, unless it takes longer to play.
type pace struct {
	rate              float64       // rounds a second
	shortest, longest time.Duration // of a whole game
	end               time.Duration // how long its end stays
	beat              time.Duration // between two changes of the board
}

// human is the pace at which people can follow. The beat is what many pages take without much work for the server.
var human = pace{rate: 60, shortest: 8 * time.Second, longest: 30 * time.Second, end: 5 * time.Second, beat: 100 * time.Millisecond}

// lines is how many entries of the standings are beside the board.
const lines = 12

// changes is how often the next game may be replaced by a more interesting one, since a game that is followed and not shown is work for
// nothing.
const changes = 4

// A Screen shows games of one contest, one at a time. It is part of a [Wall]. Its methods are safe for concurrent use.
type Screen struct {
	// Loop has what is on the screen.
	Loop film.Loop

	pace pace
	on   *fields // of the wall
	ctx  context.Context
	stop context.CancelFunc
	done chan struct{}

	mu       sync.Mutex
	next     *followed // the game after the one on the screen; nil: none yet
	replaced int       // how often next was, since the last change
	ready    chan struct{}
	number   int            // of games that were shown
	shown    map[string]int // how often, by bot
	ranks    map[string]int // by bot, in the newest standings
	standing film.Standing
	now      string    // bots of the game on the screen
	wanted   string    // bot of the organiser's choice; empty: none
	ended    time.Time // when the game on the screen ended; zero: it goes on, or none is there
}

// newScreen returns a screen that shows nothing yet.
func newScreen(p pace, on *fields) *Screen {
	s := &Screen{pace: p, on: on, done: make(chan struct{}), ready: make(chan struct{}, 1), shown: map[string]int{},
		ranks: map[string]int{}}
	s.ctx, s.stop = context.WithCancel(context.Background())
	go s.run()
	return s
}

// Close ends the screen. What is on it stays there.
func (s *Screen) Close() {
	s.stop()
	<-s.done
}

// Want makes games of a bot come first from the next change on; "" ends that.
func (s *Screen) Want(bot string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wanted = bot
}

// Ended returns when the game on the screen ended; zero while it goes on.
func (s *Screen) Ended() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// Wanted returns the bot whose games come first.
func (s *Screen) Wanted() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wanted
}

// Rank takes the newest standings of the contest's stage, for the list beside the board and for the choice of games.
func (s *Screen) Rank(stage *report.Stage) {
	standing := film.Standing{Games: stage.Played, Unit: stage.Unit, Value: stage.By.String()}
	if stage.By != tournament.ByScore {
		standing.Unit = ""
	}
	ranks := make(map[string]int, len(stage.Standings))
	for i := range stage.Standings {
		line := &stage.Standings[i]
		ranks[line.Name] = line.Rank
		if i < lines && !stage.Unplaced(line) {
			standing.Lines = append(standing.Lines,
				film.Line{Rank: line.Rank, Name: line.Name, Slot: line.Look(), Score: ranking(stage.By, line), Played: line.Played,
					Won: line.GamesWon})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	standing.Waits = s.standing.Waits
	s.standing, s.ranks = standing, ranks
	s.showStanding()
}

// showStanding shows the newest standing beside the game on the screen, if there is one. The caller holds the lock.
func (s *Screen) showStanding() {
	if now, _ := s.Loop.Now(); now.Film != nil {
		now.Standing = s.standing
		s.Loop.Show(now)
	}
}

// say has the screen say why no game goes on; empty: one does.
func (s *Screen) say(why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.standing.Waits != why {
		s.standing.Waits = why
		s.showStanding()
	}
}

// ranking returns the value by which a line is ranked; of a bracket, which has none, its mean score.
func ranking(by tournament.By, line *report.Standing) float64 {
	switch by {
	case tournament.ByPoints:
		return line.Points
	case tournament.ByMarks, tournament.ByNothing:
		return line.MarkPoints()
	case tournament.ByRating:
		return math.Round(line.Rating)
	}
	return line.Score
}

// Dealt is called with a game that begins, and decides whether to follow it.
func (s *Screen) Dealt(d run.Dealt) worker.Viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil && s.next.old() {
		s.next, s.replaced = nil, 0
	}
	if s.next != nil && s.replaced >= changes {
		return nil
	}
	names := make([]string, len(d.Entries))
	for seat, entry := range d.Entries {
		names[seat] = d.Contest.Entries[entry].Name
	}
	interest := s.interest(names)
	if s.next != nil && interest <= s.next.interest {
		return nil
	}
	if s.next != nil {
		s.next.drop()
		s.replaced++
	}
	s.next = &followed{Film: film.New(info(d)), interest: interest, names: names, screen: s}
	s.on.set(s, s.now, fieldOf(names))
	s.next.Append(film.Take(d.Table))
	select {
	case s.ready <- struct{}{}:
	default:
	}
	return s.next
}

// forget removes a game that does not count before it was shown.
func (s *Screen) forget(f *followed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == f {
		s.next, s.replaced = nil, 0
	}
}

// info describes a game for viewers. Its seed is not shown while it is played.
func info(d run.Dealt) film.Info {
	var seats []film.Seat
	for _, entry := range d.Entries {
		e := &d.Contest.Entries[entry]
		seats = append(seats, film.Seat{Name: e.Name, Author: e.Author, Slot: d.Contest.Look(entry), Params: e.Params()})
	}
	i := film.NewInfo(d.Contest.Kind, d.Contest.Settings, seats)
	i.Title, i.Veiled = fmt.Sprintf("%s, game %d", d.Stage, d.Game), true
	return i
}

// interest returns how much people want to see a game of these bots; greater is more. The caller holds the lock.
func (s *Screen) interest(names []string) float64 {
	ranks, often := make([]int, 0, len(names)), 0
	for _, name := range names {
		rank, ok := s.ranks[name]
		if !ok {
			rank = len(s.ranks) + 1
		}
		ranks = append(ranks, rank)
		often += s.shown[name]
	}
	slices.Sort(ranks)
	value := 1 / (1 + float64(often)/float64(len(names))) // seldom shown
	if len(ranks) > 1 {
		value += 1 / float64(1+ranks[1]-ranks[0]) // close
	}
	value += 1 / float64(ranks[0]) // good
	value -= 3 * float64(s.on.elsewhere(s, fieldOf(names)))
	if s.wanted != "" && slices.Contains(names, s.wanted) {
		value += 10
	}
	return value
}

// run shows one game after the other.
func (s *Screen) run() {
	defer close(s.done)
	for {
		select {
		case <-s.ready:
		case <-s.ctx.Done():
			return
		}
		s.mu.Lock()
		f := s.next
		s.next, s.replaced = nil, 0
		if f != nil {
			s.number++
			s.now = fieldOf(f.names)
			s.on.set(s, s.now, "")
			for _, name := range f.names {
				s.shown[name]++
			}
		}
		s.mu.Unlock()
		if f != nil {
			s.show(f)
		}
	}
}

// show shows a game, as it is played but no faster than people can follow, and its end.
func (s *Screen) show(f *followed) {
	on := film.New(f.Info)
	s.mu.Lock()
	s.ended = time.Time{}
	s.Loop.Show(film.Showing{Game: s.number, Film: on, Standing: s.standing})
	s.mu.Unlock()
	begun, shown := time.Now(), 0
	for {
		n, over := f.Len()
		each := s.pace.round(f.Film, n, over)
		due := n
		for due > shown && time.Duration(f.Shot(due-1).Round)*each > time.Since(begun) {
			due-- // shots are in the order of rounds
		}
		if due > shown {
			shots := make([]film.Shot, 0, due-shown)
			for ; shown < due; shown++ {
				shots = append(shots, f.Shot(shown))
			}
			on.Append(shots...)
		}
		if over && shown == n {
			break
		}
		if shown == n && f.Wait(s.ctx, n) != nil || !pause(s.ctx, s.pace.beat) {
			return
		}
	}
	on.End(f.Ending())
	s.mu.Lock()
	s.ended = time.Now()
	s.mu.Unlock()
	pause(s.ctx, s.pace.end)
}

// unknown is the number of rounds of a game that is assumed while its kind does not state one.
const unknown = 200

// round returns how long a round of a game is shown, of which n shots are there.
func (p pace) round(f *film.Film, n int, over bool) time.Duration {
	rounds := f.Info.Rounds
	if rounds <= 0 {
		rounds = unknown
	}
	if over {
		rounds = max(f.Shot(n-1).Round, 1)
	}
	whole := time.Duration(float64(rounds) / p.rate * float64(time.Second))
	return min(max(whole, p.shortest), p.longest) / time.Duration(rounds)
}

// pause waits for d. It returns false if ctx was done first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// followed is a game whose turns are filmed. It is the viewer that a core calls.
type followed struct {
	*film.Film
	interest float64
	names    []string
	screen   *Screen

	mu      sync.Mutex
	dropped bool      // another game took its place
	over    time.Time // when it ended; zero: it is played
}

// fresh is how long a game that is over may wait for the screen before any other takes its place.
const fresh = 2 * time.Second

// old reports whether a game has been over for some time.
func (f *followed) old() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.over.IsZero() && time.Since(f.over) > fresh
}

// drop ends following a game before it was shown.
func (f *followed) drop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dropped = true
}

// Turn films a turn.
func (f *followed) Turn(t *game.Table, calls []*bot.Call) {
	f.mu.Lock()
	dropped := f.dropped
	f.mu.Unlock()
	if dropped {
		return
	}
	shot := film.Take(t)
	shot.Took = make([]game.Micros, t.Seats())
	for i := range shot.Took {
		shot.Took[i] = -1
	}
	for _, c := range calls {
		shot.Took[c.Seat] = game.Micros(c.Charged().Microseconds())
		if c.Reply.Fault != game.NoFault {
			// without its note, which may quote the bot
			shot.Faults = append(shot.Faults, game.FaultAt{Turn: t.Turns() - 1, Seat: c.Seat, Why: c.Reply.Fault})
		}
	}
	f.Append(shot)
	if t.Over() {
		f.mu.Lock()
		f.over = time.Now()
		f.mu.Unlock()
		f.End(t.Ending(f.Info.Name), t.Digest())
	}
}

// Lost ends the film of a game that does not count.
func (f *followed) Lost() {
	f.screen.forget(f)
	f.End(film.Again, 0)
}
