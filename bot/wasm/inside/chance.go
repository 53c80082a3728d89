package inside

import (
	"crypto/rand"
	"crypto/sha256"
	"io"
	mathrand "math/rand/v2"
	"strconv"
)

// newChance returns the random source of a module's random_get: a generator seeded with decimal digits, so that equal seeds give equal
// games, or the system's if there is no seed.
func newChance(seed string) io.Reader {
	if _, err := strconv.ParseInt(seed, 10, 64); err != nil {
		return rand.Reader
	}
	return mathrand.NewChaCha8(sha256.Sum256([]byte(seed)))
}
