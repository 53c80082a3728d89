package server

import (
	"strings"
	"testing"
	"time"
)

// A folder has one server at a time.
func TestLockSite(t *testing.T) {
	dir := t.TempDir()
	var notes strings.Builder
	note := func(text string) { notes.WriteString(text) }
	unlock, err := lockSite(t.Context(), note, dir, time.Second)
	if err != nil || notes.Len() > 0 {
		t.Fatal(err, notes.String())
	}
	if _, err := lockSite(t.Context(), note, dir, time.Millisecond); err == nil || !strings.Contains(err.Error(),
		"another server uses the site in "+dir) || !strings.Contains(notes.String(), "waiting") {
		t.Error(err, notes.String())
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := lockSite(t.Context(), note, dir, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	again()
}
