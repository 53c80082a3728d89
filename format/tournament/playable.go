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
	if err == nil {
		_, err = fitting(format, k, options, 1)
	}
	return err
}

// Seats returns the least number of seats of the games with which a stage of this format begins, with these keys, if so many bots play it,
// or as many more as it needs.
func (s Spec) Seats(keys map[string]any, k *game.Info, options game.Settings, bots int) (int, error) {
	format, err := s.Make(keys)
	if err != nil {
		return 0, err
	}
	f, err := fitting(format, k, options, bots)
	if err != nil {
		return 0, err
	}
	least := k.MaxSeats
	first, _ := Next(format, f, NewLedger(0, 0))
	for i := range first {
		least = min(least, len(first[i].Seats))
	}
	return least, nil
}

// fitting returns a field that can play a format: of so many bots, or as few more as possible.
func fitting(format Format, k *game.Info, options game.Settings, bots int) (*Field, error) {
	const more = 16 // bots than the least number of seats
	for n := bots; ; n++ {
		entries := make([]int, n)
		for i := range entries {
			entries[i] = i
		}
		f := NewField(k, options, 1, entries)
		f.OrderOnly = true
		if err := format.Check(&f); err == nil || n >= max(bots, k.MinSeats)+more {
			return &f, err
		}
	}
}
