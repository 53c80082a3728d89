package embedded

import (
	"fmt"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// health is what is known of whether a server stores what it is given. NATS answers no request once a disk is full, and a stream stays as
// it is until the server is started again; what asks NATS about itself may then wait for ever.
type health struct {
	mu     sync.Mutex
	found  error     // why it stores nothing any more
	asking time.Time // since when NATS is asked; zero: it is not
}

// unanswered is how long NATS may take to say how it is.
const unanswered = 30 * time.Second

// broken returns why the server stores nothing any more in one of its streams, such as a full disk; nil if it does, as far as is known.
func (s *Server) broken() error {
	h := &s.health
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.found != nil:
	case !s.nats.JetStreamEnabled(): // it ends when there is no room
		h.found = fmt.Errorf("the queue in %s keeps nothing any more: %w", s.options.Dir, syscall.ENOSPC)
	case h.asking.IsZero():
		h.asking = time.Now()
		go s.ask()
	case time.Since(h.asking) > unanswered:
		h.found = fmt.Errorf("the queue in %s does not answer: its disk may be full or fail", s.options.Dir)
	}
	return h.found
}

// ask asks NATS how its streams are.
func (s *Server) ask() {
	found := s.sick()
	s.health.mu.Lock()
	defer s.health.mu.Unlock()
	s.health.asking = time.Time{}
	if s.health.found == nil {
		s.health.found = found
	}
}

func (s *Server) sick() error {
	for _, e := range s.nats.Healthz(&server.HealthzOptions{Details: true}).Errors {
		switch {
		case e.Type != server.HealthzErrorStream:
		case strings.Contains(e.Error, syscall.ENOSPC.Error()):
			return fmt.Errorf("the queue in %s keeps nothing any more: %w", s.options.Dir, syscall.ENOSPC)
		default:
			return fmt.Errorf("the queue in %s keeps nothing any more: %s", s.options.Dir, e.Error)
		}
	}
	return nil
}
