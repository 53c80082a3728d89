package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"agon/tournament"
)

// killed names the environment variable that makes this test binary the process to be killed.
const killed = "AGON_TEST_LEDGER"

const gamesOfTheKilled = 400

func TestMain(m *testing.M) {
	if path := os.Getenv(killed); path != "" {
		if err := untilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// untilKilled records the games that have no result, and prints each one when it is stored.
func untilKilled(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path)
	if err != nil {
		return err
	}
	var plan []tournament.Fixture
	for i := range gamesOfTheKilled {
		plan = append(plan, tournament.Fixture{ID: i, Match: i, Seats: []int{0}, Seed: int64(i)})
	}
	if err := s.Plan(ctx, plan...); err != nil {
		return err
	}
	for _, f := range plan {
		r := tournament.Result{Fixture: f.ID, Digest: uint64(f.ID), Seats: []tournament.Seat{{Place: 1}}}
		if _, err := s.Record(ctx, r); err != nil {
			return err
		}
		fmt.Println(f.ID)
	}
	return s.Close()
}

// A process that is killed at any moment loses no result for which Record had returned, and leaves a ledger that opens.
func TestKilledProcessesLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	for round := range 8 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killed+"="+path)
		var complaint strings.Builder
		child.Stderr = &complaint
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		last := -1
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if last, err = strconv.Atoi(lines.Text()); err != nil {
				t.Fatal(err)
			}
			if last == 40*round {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := child.Wait(); err == nil || complaint.Len() > 0 {
			t.Fatalf("round %d: the process was not killed: %v %s", round, err, complaint.String())
		}
		keeps(t, path, last)
	}
}

// keeps checks that the games up to the last one printed have their results.
func keeps(t *testing.T, path string, last int) {
	t.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for g, err := range s.Games(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if g.ID <= last && (!g.Done || g.Result.Digest != uint64(g.ID) || len(g.Others) > 0) {
			t.Fatalf("game %d of those up to %d is %+v", g.ID, last, g)
		}
	}
}
