package bot_test

import (
	"testing"

	"agon/bot"
	"agon/game"
)

// TestSecret: seeds differ by secret, by game and by seat, and a secret survives String and ReadSecret.
func TestSecret(t *testing.T) {
	one := bot.DrawSecret()
	seen := map[int64]string{}
	for name, seed := range map[string]int64{
		"a seat": one.Seed(7, 0), "another seat": one.Seed(7, 1), "another game": one.Seed(8, 0),
		"another secret": bot.DrawSecret().Seed(7, 0),
		"of a seed":      bot.DeriveSecret(7).Seed(7, 0), "of another seed": bot.DeriveSecret(8).Seed(7, 0),
		"of a passphrase": bot.ReadSecret("seven").Seed(7, 0),
	} {
		if other, ok := seen[seed]; ok || seed < 0 {
			t.Errorf("%s and %s have the seed %d", name, other, seed)
		}
		seen[seed] = name
	}
	for _, s := range []*bot.Secret{one, bot.DeriveSecret(7), bot.ReadSecret("seven")} {
		if again := bot.ReadSecret(s.String()); again.Seed(1, 2) != s.Seed(1, 2) {
			t.Errorf("%v is another secret when it is read again", s)
		}
	}
}

// TestSecretOfASeed: a seed gives the same secret on every machine and in every version.
func TestSecretOfASeed(t *testing.T) {
	if got := bot.DeriveSecret(20231125).Seed(1, game.Seat(3)); got != 8844225683890301795 {
		t.Errorf("seat 3 of game 1 has the seed %d", got)
	}
}

func BenchmarkDeriveSecret(b *testing.B) {
	for i := int64(1e6); b.Loop(); i++ {
		bot.DeriveSecret(i).Seed(0, 0)
	}
}
