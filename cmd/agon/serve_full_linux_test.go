package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"agon/internal/tier"
	"agon/site/wire"
)

// TestFullDisk: while a disk is full submissions are refused with a sentence, games wait, and the organiser sees why; with room it goes on.
func TestFullDisk(t *testing.T) {
	tier.Long(t)
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=64m"); err != nil {
		t.Skip("a small disk needs the right to mount one: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	s := &servedSite{t: t, agon: program(t), dir: dir, more: []string{"--reserve", "8"}}
	s.writeContest("evening", evening)
	s.start()
	defer s.stop()
	olga := s.join(s.invited, "Olga")
	c := &caller{t, s.address, olga.token()}
	olga.post("/c/evening/start")
	c.contest("evening", func(now *wire.Contest) bool { return now.Table != nil && now.Table.Games > 0 })

	// Something fills the disk, but for 2 MiB.
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, int64(disk.Bavail)*disk.Bsize-2<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	held := c.contest("evening", func(now *wire.Contest) bool { return strings.Contains(now.Why, "disk is full") })
	if held.State != "playing" {
		t.Errorf("the contest is %s", held.State)
	}
	if !strings.Contains(olga.text("/c/evening"), "disk is full") {
		t.Error("the page does not say that the disk is full")
	}
	bot := []byte(fmt.Sprintf(siteWalker, "return Move.UP"))
	const submit = "/api/v1/contests/evening/bots?bot=Flood&file=bot.py"
	if code, text := c.call("POST", submit, bot); code != 422 || !strings.Contains(text, "The site's disk is full") {
		t.Errorf("a submission: %d %s", code, text)
	}
	if code, text := c.call("GET", "/readyz", nil); code != 503 || !strings.Contains(text, "disk is full") {
		t.Errorf("readyz: %d %s", code, text)
	}
	if left, err := os.ReadDir(filepath.Join(dir, "submitted")); err != nil || len(left) > 0 {
		t.Errorf("of a refused submission is left: %v, %v", left, err)
	}

	// There is room again.
	before := 0
	if held.Table != nil {
		before = held.Table.Games
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	c.contest("evening", func(now *wire.Contest) bool { return now.Why == "" && now.Table != nil && now.Table.Games > before })
	if code, text := c.call("POST", submit, bot); code != 202 {
		t.Errorf("a submission: %d %s", code, text)
	}
	if code, text := c.call("GET", "/readyz", nil); code != 200 {
		t.Errorf("readyz: %d %s", code, text)
	}
}
