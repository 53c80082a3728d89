package main

import (
	"context"
	"errors"
	"testing"

	"agon/contest/folders"
	"agon/contest/store"
	"agon/internal/cause"
	"agon/lab/session"
)

// TestOpenError: an error of opening gets an exit code; one that has a cause keeps it, so that a stopped sample says that it was stopped.
func TestOpenError(t *testing.T) {
	s := session.New(session.Options{})
	damaged := &store.Damaged{Name: "ledger.db", Why: "bad bytes"}
	for name, tt := range map[string]struct {
		err     error
		code    int
		stopped bool
	}{
		"usage":              {errors.New("no such bot"), exitUsage, false},
		"damage":             {damaged, exitFault, false},
		"before a game":      {context.Canceled, exitHost, false},
		"in a sample":        {folders.Error("dir", context.Canceled), exitHost, true},
		"damage in a sample": {folders.Error("dir", damaged), exitHost, false},
		"found":              {cause.Found(errors.New("it cannot play")), exitFault, false},
	} {
		err := openError(s, tt.err)
		code := codeOf(err)
		if said := (*exit)(nil); errors.As(err, &said) {
			code = said.code
		}
		if code != tt.code || errors.Is(err, context.Canceled) != tt.stopped {
			t.Errorf("%s: exit code %d, %v", name, code, err)
		}
	}
}
