package tron

import (
	"testing"

	"agon/game"
	"agon/game/draw"
	"agon/game/gametest"
)

// The panel uses the weights of the bot to move: one with little weight on its own tiles is shown another step than the article's.
func TestPanelHasTheWeightsOfTheBot(t *testing.T) {
	kind := game.New(Spec)
	played := gametest.Play(t, kind, 2, 3, nil).Record()
	rerun, err := kind.Rerun(played)
	if err != nil {
		t.Fatal(err)
	}
	table := rerun.Table
	others := 0
	for more := true; more && table.Turns() < 60; {
		frame := &game.Frame{}
		table.View(frame, game.Audience)
		strong := func(params ...map[string]string) int {
			p := draw.New(2)
			drawGame(p, &game.Scene{Frame: frame, Seats: 2, Pick: draw.Nobody, Params: params,
				Earlier: func(int) *game.Frame { return frame }})
			if len(p.Tables) == 0 {
				return 0
			}
			return p.Tables[0].Strong
		}
		usual, mover := strong(), frame.Number("next")
		if mover < 0 {
			break
		}
		if got := strong(map[string]string{"mine": "10000000"}, map[string]string{"theirs": "-100000", "distance": "1"}); got != usual {
			t.Errorf("turn %d: the article's weights, given, choose row %d, not %d", table.Turns(), got, usual)
		}
		own := []map[string]string{nil, nil}
		own[1-mover] = map[string]string{"mine": "-1", "theirs": "1", "distance": "0"}
		if got := strong(own...); got != usual {
			t.Errorf("turn %d: the weights of the other seat choose row %d, not %d", table.Turns(), got, usual)
		}
		own[0], own[1] = own[1], own[0]
		if strong(own...) != usual {
			others++
		}
		if more, err = rerun.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if others < 5 {
		t.Errorf("weights turned round choose another row in only %d turns", others)
	}
}
