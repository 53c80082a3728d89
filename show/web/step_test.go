package web

import (
	"strings"
	"testing"
)

// A page is told what the rules call a round, and several.
func TestTheRulesOwnWordForARound(t *testing.T) {
	info := makeFilm(t, 2, 100).Info
	kind := *info.Kind
	info.Kind = &kind
	for step, want := range map[string]string{"": `"step":"round","steps":"rounds"`, "ply": `"step":"ply","steps":"plies"`} {
		kind.Step = step
		if text := string(appendHead(nil, &info)); !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}
