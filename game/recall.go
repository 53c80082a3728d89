package game

import "fmt"

// A Tale is a game that somebody else has played, as it was read from the contest's own files of it.
type Tale struct {
	Seed    int64
	Options map[string]any    // that differ from their defaults
	Names   []string          // by seat
	Turns   []map[Seat]string // moves by turn, in the kind's Format
}

// Recall reads a game back from the contest's own files, which read gives by their names. An error says what is missing.
type Recall func(read func(name string) ([]byte, error)) (*Tale, error)

// Retell plays a tale again and gives its record. A seat of which the tale knows no move is absent.
func (k *Kind) Retell(tale *Tale) (*Record, error) {
	settings, err := k.Settings(tale.Options)
	if err != nil {
		return nil, err
	}
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(tale.Seed, len(tale.Names)); err != nil {
		return nil, err
	}
	for n := 0; !t.Over(); n++ {
		if n == len(tale.Turns) {
			return nil, fmt.Errorf("%s: the game is not over after its %d turns", k.Name, n)
		}
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			move, known := tale.Turns[n][seat]
			var r Reply
			if !known {
				r.Fault, r.Note = Gone, "the files know no move"
				t.Take(seat, &r)
				continue
			}
			t.Play(seat, move, &r)
		}
		t.Step()
	}
	return t.Record(), nil
}
