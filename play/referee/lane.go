package referee

import (
	"context"
	"crypto/rand"
	"time"

	"agon/bot"
	"agon/game"
)

// A lane holds one game.
type lane struct {
	number  int
	table   *game.Table
	fixture Fixture
	begun   time.Time
	busy    bool
	share   time.Duration
	rounds  int        // approximate number of rounds, 0 if unknown
	moves   []int      // by seat: moves requested so far
	calls   []bot.Call // by seat
	asked   []*bot.Call
	made    *game.Rerun // the recorded moves of a lost game, while it is replayed
	spent   []spending  // by seat
	past    *game.Table // of a bot whose process ended in another lane; nil: there was none so far
}

// fill starts games in free lanes.
func (r *Referee) fill(ctx context.Context, h Hooks) error {
	for n := 0; n < max(r.Lanes, 1); n++ {
		if n == len(r.lanes) {
			l, err := r.newLane(n)
			if err != nil {
				return err
			}
			r.lanes = append(r.lanes, l)
		}
		l := r.lanes[n]
		if l.busy {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f, ok := h.Next()
		if !ok {
			return nil
		}
		r.waiting.Store(true)
		err := r.begin(l, f)
		r.waiting.Store(false)
		if err != nil {
			return err
		}
		if h.Begin != nil {
			h.Begin(n, f, l.table)
		}
	}
	return nil
}

func (r *Referee) newLane(number int) (*lane, error) {
	t, err := r.Kind.Table(r.Settings)
	if err != nil {
		return nil, err
	}
	if r.Times {
		t.KeepTimes()
	}
	return &lane{number: number, table: t, calls: make([]bot.Call, r.Kind.MaxSeats), moves: make([]int, r.Kind.MaxSeats),
		spent: make([]spending, r.Kind.MaxSeats)}, nil
}

// begin deals a game in a lane and seats its players.
func (r *Referee) begin(l *lane, f Fixture) error {
	if err := l.table.Deal(f.Seed, len(f.Seats)); err != nil {
		return &Failure{f, nil, err}
	}
	l.made = nil
	if f.Made != nil {
		l.made = l.table.Rerun(f.Made)
	}
	l.fixture, l.begun, l.busy, l.share = f, time.Now(), true, 0
	_, l.rounds = r.Kind.Scale(r.Settings, len(f.Seats))
	r.playing++
	clear(l.moves)
	clear(l.spent)
	l.table.Cast(f.Cast)
	if r.Kind.Requests != nil {
		l.table.Facts = game.RequestFacts{Game: rand.Text(), Allowed: r.announced(l, &bot.Call{})}
	}
	for seat, player := range f.Seats {
		r.Players[player].Sit(l.number, l.table, game.Seat(seat))
		if err := r.hostError(player); err != nil {
			return err
		}
	}
	return nil
}

// leave ends the game of a lane for its players.
func (r *Referee) leave(l *lane) {
	l.busy = false
	r.playing--
	for _, player := range l.fixture.Seats {
		r.Players[player].Leave(l.number)
	}
}

// grow calls Grow to choose the number of lanes, after 2, 4, 8, 16 and so on turns: bots hold little memory before their first moves, and
// more later.
func (r *Referee) grow() {
	r.turned++
	if r.Grow != nil && r.turned > 1 && r.turned&(r.turned-1) == 0 {
		r.Lanes = r.Grow(r.playing)
	}
}
