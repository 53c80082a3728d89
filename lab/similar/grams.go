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
func grams(tokens []Token) (list []uint64) {
	const base = 0x9e3779b97f4a7c15
	hashes, all, hash, last := map[string]uint64{}, make([]uint64, len(tokens)), uint64(0), uint64(1)
	for range gram {
		last *= base
	}
	for i, t := range tokens {
		if _, known := hashes[t.Text]; !known {
			sum := fnv.New64a()
			io.WriteString(sum, t.Text)
			hashes[t.Text] = sum.Sum64()
		}
		all[i] = hashes[t.Text]
		if hash = hash*base + all[i]; i >= gram {
			hash -= all[i-gram] * last
		}
		if i >= gram-1 {
			h := (hash ^ hash>>30) * 0xbf58476d1ce4e5b9 // the least of some is any of them
			list = append(list, h^h>>31)
		}
	}
	return list
}

// winnowed appends the least hash of each window of consecutive ones, or of all if they are fewer.
func winnowed(list, hashes []uint64) []uint64 {
	for at := range hashes {
		if at == 0 || at+window <= len(hashes) {
			list = append(list, slices.Min(hashes[at:min(at+window, len(hashes))]))
		}
	}
	return list
}
