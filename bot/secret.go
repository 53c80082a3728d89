package bot

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"sync"

	"golang.org/x/crypto/argon2"

	"agon/game"
)

// A Secret seeds the generators that bots draw from. Each bot receives a keyed hash of the game's seed and its seat, from which nobody can
// compute another bot's seed or the game's. The secret itself is never given to a bot's process. It is safe for concurrent use.
type Secret struct {
	key   func() [32]byte
	given func(seed int64, seat game.Seat) int64 // nil: key decides
}

// GivenSeeds returns what takes the place of a secret where only the seeds of bots are known, which whoever knows the secret has computed.
// It has no String.
func GivenSeeds(of func(seed int64, seat game.Seat) int64) *Secret {
	return &Secret{key: func() (none [32]byte) { return none }, given: of}
}

// DrawSecret returns a secret of 32 bytes from the system's random source.
func DrawSecret() *Secret {
	var key [32]byte
	rand.Read(key[:])
	return &Secret{key: func() [32]byte { return key }}
}

// ReadSecret parses the 64 hexadecimal digits that String prints. Any other text is a passphrase from which it derives the secret.
func ReadSecret(text string) *Secret {
	key := sha256.Sum256([]byte(text))
	if b, err := hex.DecodeString(text); err == nil && len(b) == len(key) {
		key = [32]byte(b)
	}
	return &Secret{key: func() [32]byte { return key }}
}

// DeriveSecret derives a secret from a seed that a user chose, so that equal seeds give equal games everywhere. Everybody who knows the
// seed can compute it; each guess takes a tenth of a second and 16 MiB. The secret is computed on first use.
func DeriveSecret(seed int64) *Secret {
	known, _ := derived.LoadOrStore(seed, &Secret{key: sync.OnceValue(func() [32]byte {
		password := binary.BigEndian.AppendUint64(nil, uint64(seed))
		return [32]byte(argon2.IDKey(password, []byte("agon: chance of bots"), 4, 16<<10, 1, 32))
	})})
	return known.(*Secret)
}

// derived caches secrets by seed.
var derived sync.Map

// Seed returns the 63-bit seed of a bot in a seat of a game. A nil secret means the one derived from the game's seed.
func (s *Secret) Seed(seed int64, seat game.Seat) int64 {
	if s == nil {
		s = DeriveSecret(seed)
	}
	if s.given != nil {
		return s.given(seed, seat)
	}
	key := s.key()
	h := hmac.New(sha256.New, key[:])
	var message [16]byte
	binary.BigEndian.PutUint64(message[:], uint64(seed))
	binary.BigEndian.PutUint64(message[8:], uint64(seat))
	h.Write(message[:])
	return int64(binary.BigEndian.Uint64(h.Sum(nil)) >> 1)
}

// String returns the secret as 64 hexadecimal digits.
func (s *Secret) String() string {
	key := s.key()
	return hex.EncodeToString(key[:])
}
