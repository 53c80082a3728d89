package game

import "fmt"

// A Transcript is a game that another program has played, as it was read from the contest's own files of it.
type Transcript struct {
	Seed    int64
	Options map[string]any    // that differ from their defaults
	Names   []string          // by seat
	Turns   []map[Seat]string // moves by turn, in the kind's Format
}

// Recall reads a game back from the contest's own files, which read gives by their names. An error says what is missing.
type Recall func(read func(name string) ([]byte, error)) (*Transcript, error)

// PlayTranscript plays a transcript and gives its record. A seat of which the transcript knows no move is absent.
func (k *Kind) PlayTranscript(transcript *Transcript) (*Record, error) {
	settings, err := k.Settings(transcript.Options)
	if err != nil {
		return nil, err
	}
	t, err := k.Table(settings)
	if err != nil {
		return nil, err
	}
	if err := t.Deal(transcript.Seed, len(transcript.Names)); err != nil {
		return nil, err
	}
	for n := 0; !t.Over(); n++ {
		if n == len(transcript.Turns) {
			return nil, fmt.Errorf("%s: the game is not over after its %d turns", k.Name, n)
		}
		owes := t.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			move, known := transcript.Turns[n][seat]
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
