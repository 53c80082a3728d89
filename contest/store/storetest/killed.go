package storetest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"agon/contest/store"
	"agon/format/tournament"
)

// place names the environment variable that makes a test binary the process to be killed, and says where its ledger is.
const place = "AGON_TEST_LEDGER"

// Child records games and ends the process if [Killed] started it. TestMain of a store that is tested by Killed calls it first; open opens
// the ledger at a place that Killed was given.
func Child(open func(place string) (store.Store, error)) {
	at := os.Getenv(place)
	if at == "" {
		return
	}
	if err := recordAll(func() (store.Store, error) { return open(at) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// gamesOfChild is how many games a child records; it is killed long before the last.
const gamesOfChild = 400

// recordAll plans games, records those without a result, and prints each one when it is stored.
func recordAll(open Opener) error {
	ctx := context.Background()
	s, err := open()
	if err != nil {
		return err
	}
	var plan []tournament.Fixture
	for i := range gamesOfChild {
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

// Killed checks that a process which is killed at any moment loses no result for which Record had returned, and leaves a ledger that opens
// at once. The ledger at the place is empty, and open opens it.
func Killed(t *testing.T, at string, open Opener) {
	t.Helper()
	for round := range 8 {
		last := killChild(t, at, 40*round)
		s, err := open()
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range s.Games(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			if g.ID <= last && (!g.Done || g.Result.Digest != uint64(g.ID) || len(g.Others) > 0) {
				t.Fatalf("game %d of those up to %d is %+v", g.ID, last, g)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killChild starts this test binary as a child and kills it when it has stored a game. It returns the last game that the child printed.
func killChild(t *testing.T, at string, game int) (last int) {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(own)
	child.Env = append(os.Environ(), place+"="+at)
	var complaint strings.Builder
	child.Stderr = &complaint
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	last = -1
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if last, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if last == game {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || complaint.Len() > 0 {
		t.Fatalf("the child was not killed at game %d: %v %s", game, err, complaint.String())
	}
	return last
}
