package archive

import (
	"os/signal"
	"testing"

	"golang.org/x/sys/unix"
)

// Where the index cannot be written to its end, as on a full disk, none of its lines names a replay that was taken back.
func TestAppendTakesBackLinesOfTheIndex(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 0, "a")
	games := []Game{{1, []byte("b")}, {2, []byte("c")}, {3, []byte("d")}}
	frame := int64(headSize + 1)
	limit := 4 * frame // the segment fits, of the index a line does not: frames this short are shorter than lines
	if limit >= 4*lineSize || limit < 2*lineSize {
		t.Fatalf("frames of %d bytes and lines of %d do not make this test", frame, lineSize)
	}
	err := limited(t, uint64(limit), func() error { return s.Append(games) })
	if err == nil {
		t.Fatal("the index was written in spite of the limit")
	}
	again := must(t, dir)
	for _, n := range again.Notes() {
		t.Errorf("after an append that failed: %s", n.Text)
	}
	holds(t, again, "0:a")
	if err := s.Append(games); err != nil {
		t.Fatal(err)
	}
	holds(t, must(t, dir), "0:a 1:b 2:c 3:d")
}

// limited calls f while no file of this process can grow beyond a size.
func limited(t *testing.T, size uint64, f func() error) error {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}()
	return f()
}
