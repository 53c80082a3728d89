package wasm

import "github.com/tetratelabs/wazero/experimental"

// memory is the memory of an instance. It refuses to grow beyond the limit, and remembers that.
type memory struct {
	most    uint64
	bytes   []byte
	refused uint64 // the largest size that was refused
}

// Allocate is called once, when the instance is made.
func (m *memory) Allocate(size, _ uint64) experimental.LinearMemory {
	m.bytes = make([]byte, 0, min(size, m.most))
	return m
}

// Reallocate gives the module so many bytes, nil when it may not have them. What is new is zero.
func (m *memory) Reallocate(size uint64) []byte {
	switch {
	case size > m.most:
		m.refused = max(m.refused, size)
		return nil
	case size <= uint64(cap(m.bytes)):
		m.bytes = m.bytes[:size]
	default:
		grown := make([]byte, size, min(size+size/2, m.most))
		copy(grown, m.bytes)
		m.bytes = grown
	}
	return m.bytes
}

// Free leaves the bytes to the collector.
func (m *memory) Free() { m.bytes = nil }
