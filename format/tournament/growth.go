package tournament

import (
	"fmt"
	"slices"

	"agon/game"
)

// A Growth is a key of a format whose value may change after a stage has begun, because no result is taken back: the plan so far stays, and
// the stage goes on as if it had the new value from the next round of play on.
type Growth struct {
	Key string
	// Longer reports whether a value makes the stage of a field longer than another; nil: any value may follow any other.
	Longer func(f *Field, was, now game.Settings) bool
	// Never describes why the key cannot change after all, as the end of a sentence for the organiser; empty: it can.
	Never string
}

// Growing returns the growth of a whole number.
func Growing(key string) Growth {
	return Growth{Key: key, Longer: func(_ *Field, was, now game.Settings) bool { return now.Int(key) > was.Int(key) }}
}

// GrowingLimit returns the growth of a whole number of which 0 means unlimited.
func GrowingLimit(key string) Growth {
	return Growth{Key: key, Longer: func(_ *Field, was, now game.Settings) bool {
		return was.Int(key) > 0 && (now.Int(key) == 0 || now.Int(key) > was.Int(key))
	}}
}

// Growths that several formats share.
var (
	// AdvanceChanges allows another number of entries that advance, as long as nobody has.
	AdvanceChanges = Growth{Key: Advance.Name}
	// UntilGrows allows a higher probability.
	UntilGrows = Growth{Key: UntilCertain.Name, Longer: func(_ *Field, was, now game.Settings) bool {
		level := was.Until(UntilCertain.Name).Level()
		return level > 0 && now.Until(UntilCertain.Name).Level() > level
	}}
	// BestOfGrows allows more games of matches that are best-of matches already, where no pairing depends on who wins them.
	BestOfGrows = Growth{Key: BestOf.Name, Longer: func(_ *Field, was, now game.Settings) bool {
		return was.Int(BestOf.Name) > 0 && now.Int(BestOf.Name) > was.Int(BestOf.Name)
	}}
	// BestOfStays forbids another length of matches whose winners meet.
	BestOfStays = Growth{Key: BestOf.Name, Never: "bots have met because of matches that it decided"}
)

// Growing returns the names of the keys that may change after a stage has begun.
func (s Spec) Growing() (names []string) {
	for _, g := range s.Grows {
		if g.Never == "" {
			names = append(names, g.Key)
		}
	}
	return names
}

// A KeyChange is another value of a key of a stage, as texts.
type KeyChange struct{ Key, Was, Now string }

// Grown returns how the keys of a stage that has begun change. It returns an error, as the end of a sentence for the organiser, if the
// format does not allow that.
func (s Spec) Grown(f *Field, was, now map[string]any) (changed []KeyChange, err error) {
	before, err := game.NewSettings(s.Keys, was)
	if err != nil {
		return nil, err
	}
	after, err := game.NewSettings(s.Keys, now)
	if err != nil {
		return nil, err
	}
	old, current := before.Values(), after.Values()
	for _, key := range s.Keys {
		x := KeyChange{key.Name, fmt.Sprint(old[key.Name]), fmt.Sprint(current[key.Name])}
		if x.Was == x.Now {
			continue
		}
		if why := s.refuses(key.Name, f, before, after); why != "" {
			return nil, fmt.Errorf("%s was %s and is now %s, and %s", x.Key, x.Was, x.Now, why)
		}
		changed = append(changed, x)
	}
	return changed, nil
}

// refuses returns why a key of a stage that has begun cannot change, empty if it can.
func (s Spec) refuses(key string, f *Field, before, after game.Settings) string {
	at := slices.IndexFunc(s.Grows, func(g Growth) bool { return g.Key == key })
	if at < 0 {
		return "it cannot change in a stage that has begun"
	}
	if why := s.Grows[at].Never; why != "" {
		return "it cannot change in a stage that has begun: " + why
	}
	if longer := s.Grows[at].Longer; longer != nil && !longer(f, before, after) {
		return "it can only make a stage longer that has begun"
	}
	return ""
}
