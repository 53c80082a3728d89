package server

import (
	"strings"
	"testing"
	"time"
)

// A folder has one server at a time.
func TestLockSite(t *testing.T) {
	dir := t.TempDir()
	var said strings.Builder
	note := func(text string) { said.WriteString(text) }
	unlock, err := lockSite(t.Context(), note, dir, time.Second)
	if err != nil || said.Len() > 0 {
		t.Fatal(err, said.String())
	}
	if _, err := lockSite(t.Context(), note, dir, time.Millisecond); err == nil || !strings.Contains(err.Error(),
		"another server uses the site in "+dir) || !strings.Contains(said.String(), "waiting") {
		t.Error(err, said.String())
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
