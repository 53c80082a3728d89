package colourbattle

import (
	"fmt"
	"testing"

	"agon/game"
	"agon/game/gametest"
)

// In a deal and its mirror image, which a set of two seeds gives, every bot may paint over those that may paint over it in the other, and
// distances on the torus are the same.
func TestMirroredDealReversesWhoPaintsOverWhom(t *testing.T) {
	kind := game.New(Spec)
	for _, bots := range []int{1, 2, 4, 19, 21, 128} {
		t.Run(fmt.Sprintf("%d bots", bots), func(t *testing.T) {
			settings, err := kind.Settings(nil)
			if err != nil {
				t.Fatal(err)
			}
			table, err := kind.Table(settings)
			if err != nil {
				t.Fatal(err)
			}
			var ids, x [mirrors][]int
			for nth := range mirrors {
				if err := table.Deal(game.MirrorSeed(77<<20, nth), bots); err != nil {
					t.Fatal(err)
				}
				var f game.Frame
				table.View(&f, game.Audience)
				ids[nth], x[nth] = append(ids[nth], f.List("ids")...), append(x[nth], f.List("x")...)
			}
			side := Side(bots, 64)
			seen := map[int]bool{}
			for i := range bots {
				seen[ids[1][i]] = ids[1][i] >= 1 && ids[1][i] <= bots
				for j := range i {
					if (ids[0][i]-ids[0][j]+ids[1][i]-ids[1][j])%3 != 0 {
						t.Errorf("bots %d and %d have the ids %d and %d, and in the mirror image %d and %d", i, j, ids[0][i], ids[0][j],
							ids[1][i], ids[1][j])
					}
					if (x[0][i]-x[0][j]-x[1][i]+x[1][j])%side != 0 {
						t.Errorf("bots %d and %d start at x = %d and %d, and in the mirror image at %d and %d", i, j, x[0][i], x[0][j],
							x[1][i], x[1][j])
					}
				}
			}
			if len(seen) != bots {
				t.Errorf("the ids of the mirror image are %v", ids[1])
			}
		})
	}
}

// An explicit deal has no mirror image: a negative seed plays it as it is.
func TestExplicitDealIsNotMirrored(t *testing.T) {
	kind := game.New(Spec)
	table := gametest.Dealt(t, kind, map[string]any{"deal": `{"ids":[2,1],"start":[[0,0],[5,5]]}`}, game.MirrorSeed(5<<20, 1), 2)
	var f game.Frame
	table.View(&f, game.Audience)
	if ids := f.List("ids"); ids[0] != 2 || ids[1] != 1 {
		t.Errorf("the ids are %v", ids)
	}
}
