package pyhost

import (
	"fmt"
	"os"
	"runtime/debug"

	"golang.org/x/sys/unix"

	"agon/game"
)

// Shared are pages that the host fills and that the bots' processes can only read: what all seats of a lane see, one slot per lane. One
// referee's bots share one.
type Shared struct {
	pages []byte
	slot  int
	lanes []published
	lost  bool     // the memory is gone; frames carry everything
	file  *os.File // read-only, passed to processes
}

// published is the content of a slot.
type published struct {
	table *game.Table
	turn  int
}

// NewShared allocates slots of the given size. It fails on systems without such pages; frames then carry everything.
func NewShared(lanes, slot int) (*Shared, error) {
	page := os.Getpagesize()
	slot = (slot + page - 1) / page * page
	fd, err := unix.MemfdCreate("agon-shared", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("make shared pages: %w", err)
	}
	own := os.NewFile(uintptr(fd), "agon-shared")
	defer own.Close()
	if err := own.Truncate(int64(lanes * slot)); err != nil {
		return nil, fmt.Errorf("make shared pages: %w", err)
	}
	pages, err := unix.Mmap(fd, 0, lanes*slot, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map shared pages: %w", err)
	}
	// From here on only this mapping can write, whoever holds a descriptor.
	err = seal(own, unix.F_SEAL_FUTURE_WRITE)
	var readable *os.File
	if err == nil {
		readable, err = os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
	}
	if err != nil {
		unix.Munmap(pages)
		return nil, fmt.Errorf("open shared pages for reading: %w", err)
	}
	return &Shared{pages: pages, slot: slot, lanes: make([]published, lanes), file: readable}, nil
}

// fits reports whether size bytes can be published in a lane.
func (s *Shared) fits(lane, size int) bool {
	return s != nil && !s.lost && lane < len(s.lanes) && size <= s.slot
}

// publish puts what all seats of a lane see into its slot, once per turn. It returns false if the memory of the slot is gone.
func (s *Shared) publish(lane int, t *game.Table, common []byte) bool {
	if p := &s.lanes[lane]; p.table != t || p.turn != t.Turns() {
		s.lost = !touches(func() { copy(s.pages[lane*s.slot:], common) })
		*p = published{t, t.Turns()}
	}
	return !s.lost
}

// touches runs access, which reads or writes memory that another process holds too, and reports whether all of that memory was there. A
// page that is gone would otherwise end this process by SIGBUS, whoever took it away.
func touches(access func()) (there bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if e := recover(); e != nil {
			if _, fault := e.(interface{ Addr() uintptr }); !fault {
				panic(e)
			}
		}
	}()
	access()
	return true
}

// size returns the size of all slots in bytes.
func (s *Shared) size() int { return len(s.pages) }

// forget makes the next publish write the slot, whatever it holds: a new game begins.
func (s *Shared) forget(lane int) { s.lanes[lane] = published{} }

// Close frees the pages.
func (s *Shared) Close() error {
	s.file.Close()
	return unix.Munmap(s.pages)
}

// seal fixes the size of a memory file for good, with other seals: who shrinks it kills whoever reads a page of it that is gone, by SIGBUS,
// and who extends it has memory that no limit counts.
func seal(f *os.File, others int) error {
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, others|unix.F_SEAL_GROW|unix.F_SEAL_SHRINK|unix.F_SEAL_SEAL); err != nil {
		return fmt.Errorf("seal shared memory: %w", err)
	}
	return nil
}

// A notePage is a page on which a process notes the lane for which it is thinking. A bot may write to it what it likes.
type notePage struct {
	page []byte
	file *os.File
}

func newNotePage() (*notePage, error) {
	fd, err := unix.MemfdCreate("agon-note", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("make a note page: %w", err)
	}
	f := os.NewFile(uintptr(fd), "agon-note")
	if err := f.Truncate(4096); err != nil {
		f.Close()
		return nil, fmt.Errorf("make a note page: %w", err)
	}
	if err := seal(f, 0); err != nil {
		f.Close()
		return nil, err
	}
	page, err := unix.Mmap(fd, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("map a note page: %w", err)
	}
	return &notePage{page, f}, nil
}

// read returns the index of the call that the process is working on, -1 for none and if the page is gone.
func (n *notePage) read() (at int) {
	if !touches(func() { at = int(n.page[0]) + (int(n.page[1])-1)<<8 }) {
		return -1
	}
	return at
}

func (n *notePage) clear() { touches(func() { n.page[0], n.page[1] = 255, 0 }) }

func (n *notePage) close() {
	unix.Munmap(n.page)
	n.file.Close()
}
