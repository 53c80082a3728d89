package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/internal/tier"
	"agon/record/gamelog"
)

// houseContest is the example that is run from groups to finals.
const houseContest = "../../examples/fence.toml"

// TestExampleOfFenceKilledAndRunAgain kills the example contest of Fence and Conquer in its groups and again in its finals. It must end
// with the same table as an undisturbed run of the same seed, group by group, including Elo. Games that this machine delayed are replayed.
func TestExampleOfFenceKilledAndRunAgain(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	agon := program(t)
	want, groups, games := houseTable(t, agon, filepath.Join(t.TempDir(), "cup"))

	dir := t.TempDir()
	out := filepath.Join(dir, "cup")
	for _, moment := range []int{groups / 3, groups + (games-groups)/3} {
		killAt(t, exec.Command(agon, "run", houseContest, "--out", out, "--sandbox", "none", "--void-stalled"), dir, moment)
	}
	if n := shelved(dir); n >= games {
		t.Fatalf("all %d games had been played when it was killed: the test proves nothing", n)
	}
	if table, _, _ := houseTable(t, agon, out); table != want {
		t.Errorf("the table is\n%s\nand that of the undisturbed contest\n%s", table, want)
	}
	if text, err := exec.Command(agon, "verify", out).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}

// killAt runs a contest and kills it by SIGKILL as soon as dir has a number of replays.
func killAt(t *testing.T, run *exec.Cmd, dir string, moment int) {
	t.Helper()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(2 * time.Minute); shelved(dir) < moment && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := run.Wait(); err == nil {
		t.Fatalf("the contest was over before it was killed at game %d", moment)
	}
}

// houseTable runs the example to its end, and returns its tables without times, and the number of games of the groups and of all stages.
func houseTable(t *testing.T, agon, out string) (table string, groups, games int) {
	t.Helper()
	cmd := exec.Command(agon, "run", houseContest, "--out", out, "--json", "--sandbox", "none", "--void-stalled", "--pages", "1")
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	var run struct {
		Finished bool
		Games    int
		Stages   []struct {
			Games     int
			Standings []struct{ Draws, Faults int }
		}
	}
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	if !run.Finished || len(run.Stages) != 2 || len(run.Stages[0].Standings) < 12 || len(run.Stages[1].Standings) != 6 {
		t.Fatalf("finished %v with %d stages: %s", run.Finished, len(run.Stages), text)
	}
	for _, line := range run.Stages[0].Standings {
		if line.Faults > 0 {
			t.Errorf("a bot of the example makes %d faults:\n%s", line.Faults, complaints(t, out))
		}
	}
	if _, err := os.Stat(filepath.Join(out, "report", "jury.html")); err != nil {
		t.Error("the report has no page for the jury")
	}
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatal(err)
	}
	return timeless(t, tree["stages"]), run.Stages[0].Games, run.Games
}

// complaints returns the faults in the bots' logs.
func complaints(t *testing.T, out string) string {
	t.Helper()
	logs, err := contest.LogFiles(out)
	if err != nil {
		t.Fatal(err)
	}
	var remarks strings.Builder
	for _, log := range logs {
		records, err := log.Read(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Kind == gamelog.Fault {
				fmt.Fprintf(&remarks, "%s: %s\n", log.Name, r.Remark("turn"))
			}
		}
	}
	return remarks.String()
}
