package progress

import (
	"strings"
	"testing"
)

// What the rules call a round is called so in plain lines and on the screen.
func TestTheRulesOwnWordForARound(t *testing.T) {
	r := state()
	r.Step, r.Played, r.Total, r.Part = "ply", 500, 1000, 0.5
	m := &model{run: r, width: 120, height: 40}
	for name, text := range map[string]string{
		"1000 games of 1000 plies": intro(&r), " plies, 618/1000 games": step(&r), "41200 plies/s": step(&r),
		" plies  500/": m.draw().String(m.depth),
	} {
		if !strings.Contains(text, name) || strings.Contains(text, "round") {
			t.Errorf("%q is not in\n%s", name, text)
		}
	}
}
