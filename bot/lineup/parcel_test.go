package lineup_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestParcelWithAnothersHash: a sender that claims the hash of another's bot for files of its own leaves nothing in the cache that the
// honest parcel would find there.
func TestParcelWithAnothersHash(t *testing.T) {
	class := "from bot_control import Move\nclass B:\n    def get_name(self): return 'B'\n    def get_contributor(self): return 'b'\n" +
		"    def determine_next_move(self, grid, enemies, info): return Move.WAY\n"
	for name, tt := range map[string]struct{ honest, rogue string }{
		"a program": {upProgram, strings.ReplaceAll(upProgram, "UP", "DOWN")},
		"a class":   {strings.ReplaceAll(class, "WAY", "UP"), strings.ReplaceAll(class, "WAY", "LEFT")},
	} {
		t.Run(name, func(t *testing.T) {
			kind := trons
			if name == "a class" {
				kind = colourBattle
			}
			here, dir := opener(kind), t.TempDir()
			write(t, dir, map[string]string{"a/mine/bot.py": tt.honest, "b/mine/bot.py": tt.rogue})
			honest, rogue := one(t, here, filepath.Join(dir, "a/mine/bot.py")), one(t, here, filepath.Join(dir, "b/mine/bot.py"))
			p, files, err := honest.Parcel(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, others, err := rogue.Parcel(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			there := opener(kind)
			there.Cache = t.TempDir()
			if e, err := there.Unpack(t.Context(), p, others); err == nil {
				t.Errorf("other files are taken for %s: %+v", p.Name, e)
			}
			e, err := there.Unpack(t.Context(), p, files)
			if err != nil || e.Broken != "" || e.Hash != honest.Hash {
				t.Errorf("the honest parcel: %q %v", e.Broken, err)
			}
		})
	}
}
