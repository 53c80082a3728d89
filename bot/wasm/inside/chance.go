package inside

import (
	"crypto/rand"
	"crypto/sha256"
	"io"
	mathrand "math/rand/v2"
	"strconv"
)

// newChance is what a module draws from by random_get: a generator of a seed in decimal digits, so that equal seeds give equal games. A
// process that was given no seed draws from the system.
func newChance(seed string) io.Reader {
	if _, err := strconv.ParseInt(seed, 10, 64); err != nil {
		return rand.Reader
	}
	return mathrand.NewChaCha8(sha256.Sum256([]byte(seed)))
}
