package pyhost

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"agon/game"
)

// vanishing is a page of a file that has been cut to nothing, as a bot could do if the seals of shared memory did not hold.
func vanishing(t *testing.T) []byte {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(4096); err != nil {
		t.Fatal(err)
	}
	page, err := unix.Mmap(int(f.Fd()), 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(page) })
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	return page
}

// Memory that is taken away from under the host ends neither the host nor its frames.
func TestMemoryThatIsGone(t *testing.T) {
	t.Run("a note page is empty", func(t *testing.T) {
		note := notePage{page: vanishing(t)}
		note.clear()
		if at := note.read(); at != -1 {
			t.Errorf("it notes call %d", at)
		}
	})
	t.Run("shared pages are used no more", func(t *testing.T) {
		s := Shared{pages: vanishing(t), slot: 4096, lanes: make([]published, 1)}
		if !s.fits(0, 5) {
			t.Fatal("there is no slot")
		}
		if s.publish(0, &game.Table{}, []byte("seats")) || s.fits(0, 5) {
			t.Error("they are still used")
		}
	})
	t.Run("any other panic passes", func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("it is hidden")
			}
		}()
		touches(func() { panic("an error of the program") })
	})
}
