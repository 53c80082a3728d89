package pgserver

import (
	"errors"
	"sync"
	"testing"
)

// A Shared is the server of a test package, started by the first test that needs it. TestMain must call Close after the tests.
type Shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Get returns the server. It skips the test if PostgreSQL is not installed.
func (s *Shared) Get(t testing.TB) *Server {
	t.Helper()
	s.once.Do(func() { s.server, s.err = New(ForTests) })
	if errors.Is(s.err, ErrMissing) {
		t.Skip(s.err)
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server
}

// Close stops the server, if it was started.
func (s *Shared) Close() {
	if s.server != nil {
		s.server.Close()
	}
}
