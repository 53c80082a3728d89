package game

import "fmt"

// A Transcript is a game played by another program, read from the contest's own files.
type Transcript struct {
	Seed    int64
	Options map[string]any    // options that differ from their defaults
	Names   []string          // by seat
	Turns   []map[Seat]string // moves by turn, in the kind's Format
}

// Recall reads a game from the contest's own files, which read returns by name. The error says what is missing.
type Recall func(read func(name string) ([]byte, error)) (*Transcript, error)

// PlayTranscript re-simulates a transcript and returns its record. A seat without a move in the transcript is absent.
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
				r.Fault, r.Note = Gone, "the files have no move"
				t.Take(seat, &r)
				continue
			}
			t.Play(seat, move, &r)
		}
		t.Step()
	}
	return t.Record(), nil
}
