package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"agon/contest/queue"
	"agon/contest/queue/jetstream"
)

// TestAFullDisk: the server's side learns that the queue's disk is full, whether it offers or takes, instead of waiting for ever. The
// disk is a file system of 8 MiB, which only root can mount.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	s, err := Start(Options{Dir: dir})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	link, err := s.Dial(t.Context(), jetstream.Options{})
	must(t, err)
	t.Cleanup(func() { link.Close() })
	q := link.Queues()
	for n := 0; err == nil; n++ {
		err = q.Jobs.Offer(t.Context(), queue.Job{Name: fmt.Sprint(n), Body: bytes.Repeat([]byte{1}, 1<<20)})
	}
	_, took := q.Results.Take(t.Context())
	for what, err := range map[string]error{"offer": err, "take": took} {
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
