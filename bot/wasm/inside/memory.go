package inside

import (
	"fmt"

	"github.com/tetratelabs/wazero/experimental"
)

// memory is the memory of the module. It refuses to grow beyond the module's share, and records refusals. It never moves, so it is never
// held twice.
type memory struct {
	most    uint64 // in bytes
	whole   []byte // reserved
	size    uint64 // usable part
	refused uint64 // the largest size that was refused
}

// newMemory reserves memory for a module with a limit in bytes.
func newMemory(most uint64) (*memory, error) {
	m := &memory{most: most}
	if most == 0 {
		return m, nil
	}
	var err error
	if m.whole, err = reserve(most); err != nil {
		return m, fmt.Errorf("reserve %d MiB of memory: %w", most>>20, err)
	}
	return m, nil
}

// tooLarge is the error for a module that needs that many bytes to start, above its limit.
type tooLarge uint64

// Allocate is called once, before any code of the module runs.
func (m *memory) Allocate(size, _ uint64) experimental.LinearMemory {
	if size > m.most {
		panic(tooLarge(size))
	}
	return m
}

// Reallocate resizes the module's memory to size bytes; nil if that exceeds its limit. New bytes are zero.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.most {
		m.refused = max(m.refused, size)
		return nil
	}
	if size > m.size {
		if err := commit(m.whole[m.size:size]); err != nil {
			m.refused = max(m.refused, size)
			return nil
		}
		m.size = size
	}
	return m.whole[:size:size]
}

// Free does nothing: the memory ends with the process.
func (m *memory) Free() {}
