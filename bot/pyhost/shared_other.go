//go:build !linux

package pyhost

import (
	"errors"
	"os"

	"agon/game"
)

// Shared are pages visible to the host and its bots. This system has none, so frames carry everything.
type Shared struct {
	slot int
	file *os.File
}

// NewShared always fails on this system.
func NewShared(int, int) (*Shared, error) {
	return nil, errors.New("this system has no pages that a process can only read")
}

func (s *Shared) fits(int, int) bool                    { return false }
func (s *Shared) publish(int, *game.Table, []byte) bool { return false }
func (s *Shared) size() int                             { return 0 }
func (s *Shared) forget(int)                            {}

// Close does nothing.
func (s *Shared) Close() error { return nil }

type notePage struct{ file *os.File }

func newNotePage() (*notePage, error) { return nil, nil }

func (n *notePage) read() int { return 0 }
func (n *notePage) clear()    {}
func (n *notePage) close()    {}
