package referee

import (
	"fmt"

	"agon/game"
)

// A Failure is the error of a game that cannot be played, because it cannot be dealt or its rules have failed. Nobody has lost it.
type Failure struct {
	Fixture Fixture
	Made    *game.Record // as far as it was played, with the moves of the turn that failed; nil: it was not dealt
	Err     error
}

func (f *Failure) Error() string { return fmt.Sprintf("game %d: %v", f.Fixture.ID+1, f.Err) }

// Unwrap returns why.
func (f *Failure) Unwrap() error { return f.Err }
