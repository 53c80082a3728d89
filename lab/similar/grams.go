package similar

import (
	"hash/fnv"
	"io"
	"slices"
)

// The lengths of what is compared.
const (
	gram   = 12 // tokens
	window = 8  // grams
)

// grams returns the hash of each run of tokens of the length of a gram.
func grams(tokens []Token) []uint64 {
	const base = 0x9e3779b97f4a7c15
	known, ends, hash, last := map[string]uint64{}, make([]uint64, len(tokens)), uint64(0), uint64(1)
	for range gram {
		last *= base
	}
	var list []uint64
	for i, t := range tokens {
		one, ok := known[t.Text]
		if !ok {
			sum := fnv.New64a()
			io.WriteString(sum, t.Text)
			one = sum.Sum64()
			known[t.Text] = one
		}
		ends[i] = one
		if hash = hash*base + one; i >= gram {
			hash -= ends[i-gram] * last
		}
		if i >= gram-1 {
			list = append(list, mixed(hash))
		}
	}
	return list
}

// mixed spreads the bits of a hash, so that the least of some is any of them.
func mixed(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// winnowed appends the least hash of each window of consecutive ones, and of all if they are fewer.
func winnowed(list, hashes []uint64) []uint64 {
	for len(hashes) > 0 {
		least := slices.Min(hashes[:min(window, len(hashes))])
		if n := len(list); n == 0 || list[n-1] != least {
			list = append(list, least)
		}
		if hashes = hashes[1:]; len(hashes) < window {
			break
		}
	}
	return list
}
