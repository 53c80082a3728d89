package game

import (
	"encoding/binary"
	"math/bits"
)

// A Hash reduces a state to 64 bits, the same on every machine. It detects accidents, not forgeries, which the checksum of the replay and
// the re-simulation detect. The zero Hash is ready to use.
type Hash struct{ h uint64 }

const (
	hashMul = 0x9fb21c651e98df25
	hashAdd = 0xd6e8feb86659fd93
)

// Uint64 adds a number.
func (h *Hash) Uint64(v uint64) {
	hi, lo := bits.Mul64(h.h^v^hashAdd, hashMul)
	h.h = hi ^ lo ^ bits.RotateLeft64(v, 29)
}

// Int adds a number.
func (h *Hash) Int(v int) { h.Uint64(uint64(v)) }

// Bytes adds bytes and their number.
func (h *Hash) Bytes(b []byte) {
	h.Int(len(b))
	for ; len(b) >= 8; b = b[8:] {
		h.Uint64(binary.LittleEndian.Uint64(b))
	}
	var rest uint64
	for i, c := range b {
		rest |= uint64(c) << (8 * i)
	}
	h.Uint64(rest)
}

// Text adds a text and its length.
func (h *Hash) Text(s string) {
	h.Int(len(s))
	for i := 0; i < len(s); i++ {
		h.Uint64(uint64(s[i]))
	}
}

// Int16s adds numbers and their count.
func (h *Hash) Int16s(list []int16) {
	h.Int(len(list))
	for ; len(list) >= 4; list = list[4:] {
		h.Uint64(uint64(uint16(list[0])) | uint64(uint16(list[1]))<<16 | uint64(uint16(list[2]))<<32 | uint64(uint16(list[3]))<<48)
	}
	for _, v := range list {
		h.Uint64(uint64(uint16(v)))
	}
}

// Sum returns the hash.
func (h *Hash) Sum() uint64 { return mix(h.h) }
