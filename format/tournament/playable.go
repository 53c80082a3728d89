package tournament

import "agon/game"

// Playable returns the names of the formats that a kind of game can be played in with their default keys, by some number of bots, and why
// the kind's own format is not among them.
func Playable(formats []Spec, k *game.Info, options game.Settings) (names []string, why error) {
	if _, err := Find(formats, k.Format); err != nil {
		why = err
	}
	for _, s := range formats {
		err := s.plays(k, options)
		switch {
		case err == nil:
			names = append(names, s.Name)
		case s.Name == k.Format:
			why = err
		}
	}
	return names, why
}

// plays returns why a kind of game cannot be played in a format by any of the usual numbers of bots.
func (s Spec) plays(k *game.Info, options game.Settings) error {
	format, err := s.Make(nil)
	if err != nil {
		return err
	}
	const more = 16 // bots than the least number of seats
	for n := 1; n <= k.MinSeats+more; n++ {
		entries := make([]int, n)
		for i := range entries {
			entries[i] = i
		}
		f := NewField(k, options, 1, entries)
		if err = format.Check(&f); err == nil {
			return nil
		}
	}
	return err
}
