package making

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest returns a short name of a text, by which a form knows which text it has changed.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
