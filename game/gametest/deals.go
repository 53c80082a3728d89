package gametest

import (
	"testing"

	"agon/game"
)

const dealSeeds = 20 // seeds whose deals are compared

// deals checks that other dice give another start, and that the option deal, of a kind that has it, takes its examples, refuses what is
// none and changes the start.
func deals[S, M comparable](t testing.TB, spec game.Spec[S, M], kind *game.Kind, seats int, d *particulars) {
	table, starts := open(t, kind, nil), map[string]bool{}
	for seed := range int64(dealSeeds) {
		text, err := start(t, table, seed+1_000_003, seats)
		if err != nil {
			t.Fatal(err)
		}
		starts[text] = true
	}
	alike := len(starts) == 1
	if !allowed(t, "OneStart", d.oneStart, alike) && alike {
		t.Errorf("Rules.Deal: %d seeds give one start: the deal ignores its dice. If the game has only one start, give the reason in "+
			"gametest.OneStart", dealSeeds)
	}
	switch {
	case spec.Deals == "" && len(d.deals) > 0:
		t.Errorf("gametest.Deal gives an example of the option deal, but Spec.Deals is empty, so that the kind has no such option")
	case spec.Deals != "" && len(d.deals) == 0:
		t.Errorf("Spec.Deals describes the option deal as %q: give an example in gametest.Deal. A kind that takes no explicit start "+
			"leaves Spec.Deals empty, and has no option deal", spec.Deals)
	case spec.Deals != "" && seats == kind.UsualSeats:
		if _, err := dealtAs(t, kind, rubbishDeal, secretSeed, seats); err == nil {
			t.Errorf("the option deal takes %q: Spec.Rules or Rules.Deal must refuse what is no start", rubbishDeal)
		}
	}
	if seats == kind.UsualSeats && spec.Deals != "" {
		examples(t, kind, d.deals)
	}
}

const rubbishDeal = "zzz"

// examples checks the examples of the option deal, each with the first number of seats that it fits.
func examples(t testing.TB, kind *game.Kind, deals []string) {
	for _, deal := range deals {
		var first error
		fits := false
		for seats := kind.MinSeats; seats <= kind.MaxSeats && !fits; seats++ {
			changes, err := changes(t, kind, deal, seats)
			if fits = err == nil; !fits {
				if first == nil {
					first = err
				}
				continue
			}
			if !changes {
				t.Errorf("the option deal=%s changes nothing: the start is that of a game without it", deal)
			}
		}
		if !fits {
			t.Errorf("gametest.Deal: the option deal=%s is refused: %v", deal, first)
		}
	}
}

// changes reports whether the option deal changes the start of some of a few seeds: of one seed it may be what the dice give.
func changes(t testing.TB, kind *game.Kind, deal string, seats int) (bool, error) {
	t.Helper()
	const few = 4
	for seed := int64(secretSeed); seed < secretSeed+few; seed++ {
		text, err := dealtAs(t, kind, deal, seed, seats)
		if err != nil {
			return false, err
		}
		usual, err := start(t, open(t, kind, nil), seed, seats)
		if err != nil {
			t.Fatal(err)
		}
		if text != usual {
			return true, nil
		}
	}
	return false, nil
}

// dealtAs returns the start of a game with the option deal.
func dealtAs(t testing.TB, kind *game.Kind, deal string, seed int64, seats int) (string, error) {
	t.Helper()
	settings, err := kind.Settings(map[string]any{"deal": deal})
	if err != nil {
		return "", err
	}
	table, err := kind.Table(settings)
	if err != nil {
		return "", err
	}
	return start(t, table, seed, seats)
}
