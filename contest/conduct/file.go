package conduct

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"

	"agon/contest/config"
	"agon/game"
)

// A Named contest has no file: it is a kind of game and bots.
type Named struct {
	Kind     *game.Kind
	Settings game.Settings
	Bots     []string // references; none: the kind's built-in bots
	Format   string   // empty: the kind's own
	Games    int      // 0: as many as the format plays
	Seed     int64
	Seeded   bool
	Secret   string
}

// File returns the file that says the same.
func (n *Named) File() (*config.File, error) {
	stage := config.Stage{Name: "final", Format: n.Format, Keys: map[string]any{}}
	if n.Games > 0 {
		stage.Keys["games"] = n.Games
	}
	f := &config.File{
		Name: n.Kind.Title, Kind: n.Kind.Name, Options: n.Settings.Values(), Stages: []config.Stage{stage}, Seed: n.Seed, Seeded: n.Seeded,
		Secret: n.Secret,
	}
	for _, ref := range n.refs() {
		b, err := config.Taking(ref)
		if err != nil {
			return nil, fmt.Errorf("ref %q: %w", ref, err)
		}
		f.Bots = append(f.Bots, b)
	}
	return f, nil
}

// Dir returns the folder of the contest. The same contest has the same folder, so that it continues there.
func (n *Named) Dir() string {
	words := append(n.refs(), append(n.Settings.Texts(), n.Format, fmt.Sprint(n.Games, n.Seed))...)
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return filepath.Join("out", fmt.Sprintf("%s-%x", n.Kind.Name, sum[:4]))
}

func (n *Named) refs() []string {
	if len(n.Bots) > 0 {
		return append([]string{}, n.Bots...)
	}
	return Builtins(n.Kind)
}

// Builtins returns references to the built-in bots of a kind.
func Builtins(k *game.Kind) (refs []string) {
	for _, b := range k.Builtins {
		refs = append(refs, "builtin:"+b.Name)
	}
	return refs
}
