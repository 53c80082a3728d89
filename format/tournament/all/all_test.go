package all

import (
	"testing"

	"agon/format/tournament"
)

func TestUnknownFormatAndKey(t *testing.T) {
	if _, err := tournament.Find(Formats, "knokout"); err == nil ||
		err.Error() != `unknown format "knokout"; did you mean "knockout"? Formats: arena, compare, divisions, gauntlet, groups, knockout, ladder, marks, round-robin, swiss` {
		t.Errorf("%v", err)
	}
	spec, err := tournament.Find(Formats, "arena")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.Make(map[string]any{"game": 5}); err == nil ||
		err.Error() != `format arena: unknown option "game"; did you mean "games"?` {
		t.Errorf("%v", err)
	}
}
