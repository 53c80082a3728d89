package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"agon/internal/tier"
)

// TestOneServer: a server that starts while another one on its folder ends waits for it, and its contests go on.
func TestOneServer(t *testing.T) {
	tier.Long(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	s.layContest("evening", evening)
	s.start()
	olga := s.join(s.invited, "Olga")
	olga.post("/c/evening/start")
	until := func(says string) {
		t.Helper()
		for text := ""; !strings.Contains(text, says); text = olga.text("/c/evening") {
			if strings.Contains(text, ">stopped<") || t.Context().Err() != nil {
				t.Fatal(text)
			}
		}
	}
	until("as of <time")
	before := s.cmd
	before.Process.Signal(os.Interrupt)
	s.start()
	defer s.stop()
	before.Wait()
	until(">running<")
}

// A folder has one server at a time.
func TestLockSite(t *testing.T) {
	dir := t.TempDir()
	var said bytes.Buffer
	w := &world{err: &said}
	unlock, err := lockSite(t.Context(), w, dir, time.Second)
	if err != nil || said.Len() > 0 {
		t.Fatal(err, said.String())
	}
	if _, err := lockSite(t.Context(), w, dir, time.Millisecond); err == nil || !strings.Contains(err.Error(), "another server uses the site in "+dir) || !strings.Contains(said.String(), "waiting") {
		t.Error(err, said.String())
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := lockSite(t.Context(), w, dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	again()
}
