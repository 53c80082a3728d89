// Package film presents a game as a sequence of shots: one after every turn, complete or still growing while the game is played. Viewers
// (terminal, page, GIF) read films and know no particular game; referees and replays make them.
package film

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"agon/game"
)

// Info is what is known before the first shot.
type Info struct {
	Kind    *game.Kind
	Title   string // for display: "Colour Battle", "Final, game 318 of 1000"
	Seed    int64
	Options []string // options that differ from their defaults, "name=value"
	Seats   []Seat
	Unit    string      // of the scores, "%" for a share of the board
	Veiled  bool        // the seed is hidden, because it reveals what players may not see
	Rounds  int         // approximate number of rounds, 0 if unknown
	Average game.Micros // the limit of the average time of a move, 0 for none
	Move    game.Micros // the limit of a move, 0 for none
	Again   string      // what a page needs to play the game again by its own rules, as JSON; empty for nothing
	Chances *Chances    // estimates of how the game stood, of one that has been played; nil for none
	From    int         // the first turn, from 1, in which those who play decide; the turns before are recorded ones; 0 if all decide
}

// NewInfo returns the info of a game of these seats: everything but its title and seed.
func NewInfo(k *game.Kind, settings game.Settings, seats []Seat) Info {
	clock := k.Clock(settings)
	info := Info{
		Kind: k, Title: k.Title, Options: settings.Changed(), Seats: seats,
		Average: game.Micros(clock.Average.Microseconds()), Move: game.Micros(clock.Move.Microseconds()),
	}
	if k.Scale != nil {
		info.Unit, info.Rounds = k.Scale(settings, len(seats))
	}
	return info
}

// A Seat is a participant.
type Seat struct {
	Name   string
	Author string
	Slot   int    // index of its look, see package palette
	Params string // parameters of a built-in bot: "mine=3&theirs=-1"
}

// Step returns what the rules call a round.
func (i *Info) Step() string {
	if i.Kind == nil {
		return "round"
	}
	return cmp.Or(i.Kind.Step, "round")
}

// TurnWord returns what people call a turn of the film, see [game.Info.TurnWord].
func (f *Film) TurnWord() string {
	if n, _ := f.Len(); n > 0 && f.Info.Kind != nil {
		newest := f.Shot(n - 1)
		return f.Info.Kind.TurnWord(newest.Turn, newest.Round)
	}
	return "turn"
}

// Name returns the name of the player in a seat, or the seat's number.
func (i *Info) Name(seat game.Seat) string {
	if int(seat) >= len(i.Seats) || i.Seats[seat].Name == "" {
		return game.Unnamed(seat)
	}
	return i.Seats[seat].Name
}

// A Shot is the state after a turn. Shot 0 is the deal.
type Shot struct {
	Turn, Round int
	Frame       *game.Frame   // as the audience sees it, or a player; immutable
	Scores      []float64     // by seat; not a number: hidden from the viewer
	Places      []int         // by seat, from 1; 0: hidden from the viewer
	Took        []game.Micros // by seat, of the moves of this turn; -1 for a seat that owed none; nil if times were not kept
	Faults      []game.FaultAt
	Remarks     []game.RemarkAt
}

// A Film is a game as shots. Any number of goroutines may read while one appends.
type Film struct {
	Info Info

	mu      sync.Mutex
	shots   []Shot
	notes   []string // messages to viewers, in addition to the shots
	viewers int      // number of current viewers
	done    bool
	ending  string
	digest  uint64
	more    chan struct{} // closed and replaced whenever something is added
}

// New returns an empty film.
func New(info Info) *Film { return &Film{Info: info, more: make(chan struct{})} }

// Append adds shots.
func (f *Film) Append(s ...Shot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shots = append(f.shots, s...)
	f.wake()
}

// Again is the ending of a film whose game does not count.
const Again = "This game is played again: it does not count."

// End ends the film with words for how the game ended.
func (f *Film) End(ending string, digest uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done, f.ending, f.digest = true, ending, digest
	f.wake()
}

func (f *Film) wake() {
	close(f.more)
	f.more = make(chan struct{})
}

// Len returns the number of shots, and whether there will be no more.
func (f *Film) Len() (shots int, done bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.shots), f.done
}

// Shot returns a shot; i must be below Len.
func (f *Film) Shot(i int) Shot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shots[i]
}

// Ending returns how the game ended and its digest, once it has.
func (f *Film) Ending() (words string, digest uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ending, f.digest
}

// Notify adds a message for viewers that is no part of the game, such as why a move was refused.
func (f *Film) Notify(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.notes = append(f.notes, text)
	f.wake()
}

// Messages returns the messages after the first n.
func (f *Film) Messages(n int) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.notes[min(n, len(f.notes)):len(f.notes):len(f.notes)]
}

// Look registers a viewer; leave removes it.
func (f *Film) Look() (leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.viewers++
	return sync.OnceFunc(func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.viewers--
		f.wake()
	})
}

// Watched returns when there are no viewers, or when ctx is done.
func (f *Film) Watched(ctx context.Context) {
	for {
		f.mu.Lock()
		viewers, more := f.viewers, f.more
		f.mu.Unlock()
		if viewers == 0 {
			return
		}
		select {
		case <-more:
		case <-ctx.Done():
			return
		}
	}
}

// Wait returns when there are more than n shots, when the film is done, or when ctx is.
func (f *Film) Wait(ctx context.Context, n int) error { return f.WaitMore(ctx, n, math.MaxInt) }

// WaitMore is Wait that also returns when there are more messages than given.
func (f *Film) WaitMore(ctx context.Context, n, notes int) error {
	for {
		f.mu.Lock()
		ready, more := len(f.shots) > n || len(f.notes) > notes || f.done, f.more
		f.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Take takes a shot of a table: its frame, scores and places. The caller adds the events of the turn.
func Take(t *game.Table) Shot { return TakeFor(t, game.Audience) }

// TakeFor takes a shot of a table as a viewer may see it. While a game with hidden information is played, a player sees its own score
// alone, and people who look on none: scores may be made of what is hidden.
func TakeFor(t *game.Table, viewer game.Seat) Shot {
	s := Shot{Turn: t.Turns(), Round: t.Rounds(), Frame: &game.Frame{}}
	t.View(s.Frame, viewer)
	for seat := range t.Seats() {
		o := t.Outcome(game.Seat(seat))
		if t.Kind.Hidden && viewer != game.Audience && !t.Over() {
			if o.Place = 0; viewer != game.Seat(seat) {
				o.Score = math.NaN()
			}
		}
		s.Scores = append(s.Scores, o.Score)
		s.Places = append(s.Places, o.Place)
	}
	return s
}

// FromRecord re-simulates a recorded game into a film. It fails if the record does not verify; the film then ends with the last valid shot.
func FromRecord(info Info, rec *game.Record) (*Film, error) {
	f := New(info)
	r, err := info.Kind.Reread(rec)
	if errors.Is(err, game.ErrRecorded) {
		return f, f.recorded(rec)
	}
	if err != nil {
		return f, err
	}
	f.Append(Take(r.Table))
	var faults, remarks, moves = 0, 0, make([]int, rec.Seats)
	for {
		owes := r.Table.Owes()
		more, err := r.Next()
		if err != nil {
			return f, err
		}
		if !more {
			break
		}
		shot := Take(r.Table)
		for ; faults < len(rec.Faults) && rec.Faults[faults].Turn < shot.Turn; faults++ {
			shot.Faults = append(shot.Faults, rec.Faults[faults])
		}
		for ; remarks < len(rec.Remarks) && rec.Remarks[remarks].Turn < shot.Turn; remarks++ {
			shot.Remarks = append(shot.Remarks, rec.Remarks[remarks])
		}
		shot.Took = times(rec, owes, moves)
		f.Append(shot)
	}
	ending := r.Table.Ending(f.Info.Name)
	if info.Kind.Uncertain {
		ending = strings.TrimPrefix(ending+"; "+game.NotAgain, "; ")
	}
	f.End(ending, r.Table.Digest())
	if r.Table.Digest() != rec.Digest {
		return f, fmt.Errorf("the re-simulated game has the digest %016x, the record %016x", r.Table.Digest(), rec.Digest)
	}
	return f, nil
}

// recorded makes the film of a game that nothing plays again: one shot without a board, with the faults and the remarks of the record.
func (f *Film) recorded(rec *game.Record) error {
	shot := Shot{Turn: rec.Turns, Round: rec.Rounds, Frame: &game.Frame{}, Faults: rec.Faults, Remarks: rec.Remarks,
		Scores: make([]float64, rec.Seats), Places: make([]int, rec.Seats)}
	for seat := range shot.Scores {
		shot.Scores[seat] = math.NaN()
	}
	shot.Frame.Sketch(`{"status": "` + game.NotAgain + `"}`)
	f.Append(shot)
	f.End(f.Info.Kind.Unproved()+", and the replay lacks what it said: its turns cannot be shown", rec.Digest)
	return nil
}

// times returns the times of one turn from the columns.
func times(rec *game.Record, owes game.Seats, moves []int) []game.Micros {
	var took []game.Micros
	for seat := range rec.Seats {
		at := game.Micros(-1)
		if owes.Has(game.Seat(seat)) {
			if n := moves[seat]; n < len(rec.Times[seat]) {
				at = rec.Times[seat][n]
			}
			moves[seat]++
		}
		took = append(took, at)
	}
	for _, t := range took {
		if t >= 0 {
			return took
		}
	}
	return nil
}

// Ranked reports whether the viewer may know the places.
func (s Shot) Ranked() bool { return !slices.Contains(s.Places, 0) }

// PlaceText returns the place of a seat; empty if it is hidden.
func (s Shot) PlaceText(seat int) string {
	if s.Places[seat] == 0 {
		return ""
	}
	return strconv.Itoa(s.Places[seat])
}

// ByPlace returns the seats by place; seats with equal places keep their order.
func (s Shot) ByPlace() []int {
	seats := make([]int, len(s.Places))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(s.Places[a], s.Places[b]) })
	return seats
}
