package conduct

import (
	"testing"
	"time"

	"agon/contest"
)

func TestStopped(t *testing.T) {
	for _, tt := range []struct {
		of   contest.Result
		want string
	}{
		{contest.Result{Games: 3}, "stopped after 3 games; run the same command again to resume"},
		{contest.Result{GivenUp: contest.GivenUp{Games: 20, Spent: 41 * time.Second}},
			"stopped after 0 games; 20 games in progress are given up (41 s of bots' time); run the same command again to resume: it " +
				"plays them from their start"},
		{contest.Result{Games: 1, GivenUp: contest.GivenUp{Games: 1, Spent: 400 * time.Millisecond}},
			"stopped after 1 game; 1 game in progress is given up (0.4 s of bots' time); run the same command again to resume: it plays " +
				"it from its start"},
		{contest.Result{Games: 2, GivenUp: contest.GivenUp{Games: 2, Spent: 750 * time.Second}},
			"stopped after 2 games; 2 games in progress are given up (12m30s of bots' time); run the same command again to resume: it " +
				"plays them from their start"},
		{contest.Result{Games: 2, GivenUp: contest.GivenUp{Games: 2, Spent: 12 * time.Second, Workers: 16}},
			"stopped after 2 games; 2 games in progress are given up (12 s of bots' time), and 16 that workers had; run the same command " +
				"again to resume: it plays them from their start"},
		{contest.Result{Games: 2, GivenUp: contest.GivenUp{Workers: 1}},
			"stopped after 2 games; 1 game that workers had is given up; run the same command again to resume: it plays it from its start"},
	} {
		if got := Stopped(&tt.of); got != tt.want {
			t.Errorf("says %q, not %q", got, tt.want)
		}
	}
}
