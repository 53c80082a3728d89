package attack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/internal/tier"
)

// Ledger, replays and report of a contest stay sound after kills at any moment, on a full disk, and in a read-only folder.

// keptCup is a contest of a few hundred short games, of built-in bots and one program.
const keptCup = `
-- cup.toml --
name = "Kept"
kind = "colour-battle"
seed = 5
[options]
rounds = 60
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[bots]]
ref = "builtin:steve"
[[stages]]
name = "heats"
format = "arena"
seats = 2
games = 600
[[stages]]
name = "last"
format = "round-robin"
games = 20
`

// keptTable is the tables of a contest's report without times, which no two runs share.
func keptTable(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "report", "result.json"))
	if err != nil {
		t.Fatal(err)
	}
	var run struct {
		Finished bool
		Games    int
		Stages   []struct {
			Name      string
			Games     int
			Standings []map[string]any
		}
	}
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatal(err)
	}
	if !run.Finished {
		t.Fatalf("the contest is not over: %d games", run.Games)
	}
	for _, s := range run.Stages {
		for _, line := range s.Standings {
			for _, time := range []string{"avg_us", "cpu_us", "processor_seconds", "score_per_us"} {
				delete(line, time)
			}
		}
	}
	out, err := json.MarshalIndent(run.Stages, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// keptBytes returns the size of a contest's segments, in bytes.
func keptBytes(dir string) (n int64) {
	files, _ := filepath.Glob(filepath.Join(dir, "replays", "segment-*"))
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}

// A contest that is killed at random moments, again and again, verifies after each kill, and ends with the same table as an undisturbed
// one.
func TestKilledAtRandomMomentsAndVerified(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	quiet := written(t, keptCup)
	must(t, quiet, "run", "cup.toml", "--pages", "3")
	whole := keptBytes(filepath.Join(quiet, "cup"))
	want := keptTable(t, filepath.Join(quiet, "cup"))

	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	dir := written(t, keptCup)
	kept := filepath.Join(dir, "cup")
	killed := 0
	for range 8 {
		// The moment is an amount of replays, so it does not depend on how fast this machine is.
		until := keptBytes(kept) + chance.Int64N(whole/6) + 1
		r := start(t, dir, "run", "cup.toml", "--pages", "3")
		over := false
		for !over && keptBytes(kept) < until {
			select {
			case <-r.ended:
				over = true
			case <-time.After(time.Millisecond):
			}
		}
		r.Process.Kill()
		if !over {
			<-r.ended
			killed++
		}
		o := agon(t, dir, "verify", "cup")
		unbegun := strings.Contains(o.Err, "says nothing of a contest")
		if o.Code != 0 && !unbegun {
			t.Fatalf("after kill %d at %d bytes verify exits with %d\n%s%s", killed, until, o.Code, o.Out, o.Err)
		}
	}
	if killed < 3 {
		t.Fatalf("the contest was over after %d kills: the test proves nothing", killed)
	}
	must(t, dir, "run", "cup.toml", "--pages", "3")
	if got := keptTable(t, kept); got != want {
		t.Errorf("the table is\n%s\nwant that of the undisturbed contest\n%s", got, want)
	}
	o := must(t, dir, "verify", "cup")
	if !strings.HasPrefix(o.Out, "660 games verified, 0 refused\n") || !strings.Contains(o.Out, "the report agrees") {
		t.Errorf("verify says\n%s%s", o.Out, o.Err)
	}
	must(t, dir, "doctor", "cup", "--dry-run")
}

// TestVerifyChangesNothing: verify creates, removes and writes no file of the folder, also where a killed run has left a log of the ledger.
func TestVerifyChangesNothing(t *testing.T) {
	t.Parallel()
	dir := written(t, keptCup)
	r := start(t, dir, "run", "cup.toml")
	for keptBytes(filepath.Join(dir, "cup")) == 0 {
		select {
		case <-r.ended:
			t.Fatalf("it ended: %s", &r.err)
		case <-time.After(time.Millisecond):
		}
	}
	r.Process.Kill()
	<-r.ended
	before := folder(t, dir)
	if !strings.Contains(before, "ledger.db-wal") {
		t.Fatalf("the killed run has left no log of its ledger:\n%s", before)
	}
	if o := agon(t, dir, "verify", "cup"); o.Code != 0 && !strings.Contains(o.Err, "says nothing of a contest") {
		t.Fatalf("%d %s", o.Code, o.Err)
	}
	if after := folder(t, dir); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
}

// folder lists the files of a folder with their sizes and times.
func folder(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err == nil {
			fmt.Fprintf(&b, "%s %d %v\n", strings.TrimPrefix(path, dir), info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// While a run is at work verify says so and checks what has been kept, and doctor refuses.
func TestVerifyBesideARun(t *testing.T) {
	t.Parallel()
	dir := written(t, strings.Replace(keptCup, "games = 600", "games = 600000", 1))
	r := start(t, dir, "run", "cup.toml")
	for keptBytes(filepath.Join(dir, "cup")) == 0 {
		select {
		case <-r.ended:
			t.Fatalf("it ended: %s", &r.err)
		case <-time.After(time.Millisecond):
		}
	}
	o := must(t, dir, "verify", "cup")
	if !strings.Contains(o.Err, "a run is using cup") || !strings.Contains(o.Out, "the contest is not over") {
		t.Errorf("verify says\n%s%s", o.Out, o.Err)
	}
	if o := agon(t, dir, "doctor", "cup"); o.Code == 0 || !strings.Contains(o.Err, "cup is in use by a run") {
		t.Errorf("doctor: %d %s", o.Code, o.Err)
	}
	r.Process.Kill()
	<-r.ended
}

// tmpfs mounts a file system of a size for the test, and skips the test where mounting is not permitted.
func tmpfs(t *testing.T, size string) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("mounting a small file system needs root")
	}
	dir := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=755,size="+size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mount a small file system: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	return dir
}

func remount(t *testing.T, dir, options string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+options, dir).CombinedOutput(); err != nil {
		t.Fatalf("mount: %s", out)
	}
}

// sentence fails the test unless agon ended with the host's exit code and a last line that contains all parts.
func (o outcome) sentence(t *testing.T, parts ...string) {
	t.Helper()
	last := ""
	for line := range strings.Lines(o.Err) {
		last = line
	}
	if o.Code != 1 || strings.Contains(o.Err, "goroutine ") {
		t.Fatalf("it exits with %d\n%s%s", o.Code, o.Out, o.Err)
	}
	for _, part := range parts {
		if !strings.Contains(last, part) {
			t.Errorf("the last line is %q, want %q in it", last, part)
		}
	}
}

// A disk that is full in the middle of a run ends it cleanly. Nothing that was kept is lost, and with more space the same command goes on
// to the table of an undisturbed contest.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	small := tmpfs(t, "700k")
	quiet := written(t, keptCup)
	must(t, quiet, "run", "cup.toml", "--pages", "3")
	dir := written(t, keptCup)
	kept := filepath.Join(small, "cup")
	o := agon(t, dir, "run", "cup.toml", "--pages", "3", "--out", kept)
	o.sentence(t, kept, "make space and run the same command again")

	o = must(t, dir, "verify", kept)
	if strings.HasPrefix(o.Out, "0 games") || !strings.Contains(o.Out, "the contest is not over") {
		t.Fatalf("the disk was full before the first game or after the last: the test proves nothing\n%s%s", o.Out, o.Err)
	}
	remount(t, small, "size=30m")
	must(t, dir, "run", "cup.toml", "--pages", "3", "--out", kept)
	if got, want := keptTable(t, kept), keptTable(t, filepath.Join(quiet, "cup")); got != want {
		t.Errorf("the table is\n%s\nwant that of the undisturbed contest\n%s", got, want)
	}
	must(t, dir, "verify", kept)
}

// Where there is no space for the report, the tables are printed and the earlier report is kept.
func TestNoSpaceForTheReport(t *testing.T) {
	t.Parallel()
	small := tmpfs(t, "30m")
	dir := written(t, keptCup)
	kept := filepath.Join(small, "cup")
	must(t, dir, "run", "cup.toml", "--pages", "3", "--out", kept)
	before, err := os.ReadFile(filepath.Join(kept, "report", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	fill(t, filepath.Join(small, "filler"), 120<<10)
	o := agon(t, dir, "run", "cup.toml", "--pages", "600", "--out", kept)
	o.sentence(t, kept, "no space left on device", "make space")
	if !strings.Contains(o.Out, "Ran tournament of 600 games") {
		t.Errorf("no table:\n%s", o.Out)
	}
	after, err := os.ReadFile(filepath.Join(kept, "report", "index.html"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the report is not what it was: %d bytes instead of %d, %v", len(after), len(before), err)
	}
	if left, _ := filepath.Glob(filepath.Join(kept, "report", "*", "*.part")); len(left) > 0 {
		t.Errorf("unfinished files are left: %v", left)
	}
	o = must(t, dir, "verify", kept)
	if !strings.Contains(o.Out, "no complete report") {
		t.Errorf("verify says\n%s", o.Out)
	}
}

// fill fills a file system up to a number of free bytes.
func fill(t *testing.T, name string, free int64) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 1<<12)
	for err == nil {
		_, err = f.Write(block)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(info.Size() - free); err != nil {
		t.Fatal(err)
	}
}

// In a read-only folder a contest does not run, but it can be verified.
func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	dir := written(t, keptCup)
	small := tmpfs(t, "30m")
	kept := filepath.Join(small, "cup")
	must(t, dir, "run", "cup.toml", "--pages", "3", "--out", kept)
	remount(t, small, "ro")
	agon(t, dir, "run", "cup.toml", "--out", kept).sentence(t, kept, "make the folder writable, or name another with --out")
	agon(t, dir, "run", "cup.toml", "--out", filepath.Join(small, "new")).sentence(t, small, "read-only",
		"make the folder writable, or name another with --out")
	for _, args := range [][]string{{"bar", kept, "Rambo", "--why", "test"}, {"withdraw", kept, "Rambo", "--why", "test"},
		{"again", kept, "1", "--why", "test"}} {
		if o := agon(t, dir, args...); o.Code != 1 || !strings.Contains(o.Err, "read-only file system; make the folder writable") ||
			strings.Count(o.Err, "\n") != 1 {
			t.Errorf("agon %v exits with %d\n%s", args, o.Code, o.Err)
		}
	}
	must(t, dir, "logs", kept)
	must(t, dir, "replay", kept, "--game", "1")
	agon(t, dir, "replay", kept, "--game", "1", "--html", filepath.Join(kept, "game.html")).sentence(t, "game.html",
		"read-only file system")
	agon(t, dir, "doctor", kept, "--dry-run")
	o := must(t, dir, "verify", kept)
	if !strings.HasPrefix(o.Out, "660 games verified, 0 refused\n") {
		t.Errorf("verify says\n%s%s", o.Out, o.Err)
	}
}

// A ledger of a newer agon is not changed, and the error says to use the newer program.
func TestLedgerOfANewerVersion(t *testing.T) {
	t.Parallel()
	dir := written(t, keptCup)
	must(t, dir, "run", "cup.toml", "--pages", "0")
	name := filepath.Join(dir, "cup", "ledger.db")
	const versionAt = 60 // the user version in the head of an SQLite file
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte{0, 0, 0, 99}, versionAt); err != nil {
		t.Fatal(err)
	}
	f.Close()
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", "cup.toml"}, {"verify", "cup"}, {"doctor", "cup"}} {
		agon(t, dir, args...).sentence(t, "cup/ledger.db", "was written by a newer version of this program", "use that one")
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the ledger was changed: %v", err)
	}
}

// A folder that cannot be created is an error of the host (exit 1), not of the command line (exit 2).
func TestFolderThatCannotBe(t *testing.T) {
	t.Parallel()
	dir := written(t, keptCup)
	agon(t, dir, "run", "cup.toml", "--out", "cup.toml").sentence(t, "cup.toml", "a file stands where a folder should be")
	agon(t, dir, "run", "cup.toml", "--out", strings.Repeat("a", 300)).sentence(t, "file name too long", "name a shorter folder with --out")
}
