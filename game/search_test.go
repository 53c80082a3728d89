package game_test

import (
	"testing"
	"time"

	"agon/game"
)

type clock struct{ limit, spent game.Micros }

func (c clock) Limit() game.Micros { return c.limit }
func (c clock) Spent() game.Micros { return c.spent }

// A search ends before the time of its move does.
func TestABudgetFitsTheClock(t *testing.T) {
	for _, tt := range []struct {
		budget game.Budget
		clock  game.Timer
		want   time.Duration
	}{
		{game.Budget{Time: 50 * time.Millisecond}, nil, 50 * time.Millisecond},
		{game.Budget{Time: 50 * time.Millisecond}, clock{}, 50 * time.Millisecond},
		{game.Budget{Time: 50 * time.Millisecond}, clock{limit: 100_000}, 50 * time.Millisecond},
		{game.Budget{Time: 50 * time.Millisecond}, clock{limit: 20_000}, 14 * time.Millisecond},
		{game.Budget{Time: 50 * time.Millisecond}, clock{limit: 20_000, spent: 4000}, 10 * time.Millisecond},
		{game.Budget{Time: 50 * time.Millisecond}, clock{limit: 4000, spent: 3000}, 1},
		{game.Budget{Playouts: 10}, clock{limit: 20_000}, 0},
	} {
		if got := tt.budget.Within(tt.clock); got.Time != tt.want || got.Playouts != tt.budget.Playouts {
			t.Errorf("%+v within %+v is %+v, want %v", tt.budget, tt.clock, got, tt.want)
		}
	}
}
