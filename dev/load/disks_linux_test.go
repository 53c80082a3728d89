package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// slowDisk has the contest's folder on a disk that takes a few writes a second, from when all workers are there until two thirds of the
// games are over.
func (t *test) slowDisk(w *swarm, s *server) (func(context.Context) error, error) {
	const rule = "/sys/fs/cgroup/blkio/blkio.throttle.write_iops_device"
	dir, image := filepath.Join(t.dir, s.name), filepath.Join(t.dir, "disk")
	err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(image, nil, 0o600), os.Truncate(image, 1<<30))
	if err != nil {
		return nil, err
	}
	for _, args := range [][]string{{"mkfs.ext4", "-q", "-F", image}, {"mount", "-o", "loop", image, dir}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Skipf("no disk of the test's own: %v: %v %s", args, err, out)
		}
	}
	var disk unix.Stat_t
	if err := unix.Stat(dir, &disk); err != nil {
		return nil, err
	}
	limit := func(n int) error {
		return os.WriteFile(rule, fmt.Appendf(nil, "%d:%d %d", unix.Major(disk.Dev), unix.Minor(disk.Dev), n), 0)
	}
	t.Cleanup(func() {
		limit(0)
		if err := unix.Unmount(dir, 0); err != nil { // which frees the loop device
			t.Error(err)
		}
	})
	if err := limit(*writes); err != nil {
		t.Skipf("no disk can be made slow by %s: %v", rule, err)
	}
	begun := time.Now()
	for n := range *writes {
		if err := synced(filepath.Join(dir, "lost+found", fmt.Sprint(n))); err != nil {
			return nil, err
		}
	}
	if took := time.Since(begun); took < time.Second/2 {
		t.Skipf("%s slows nothing: %d synchronous writes take %v", rule, *writes, took)
	}
	return func(ctx context.Context) error {
		err := limit(*writes)
		w.until(ctx, int64(t.games*2/3))
		return errors.Join(err, limit(0))
	}, errors.Join(limit(0), os.RemoveAll(filepath.Join(dir, "lost+found"))) // a thousand invitations need many writes
}

// synced writes a file and waits until it is on the disk.
func synced(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.WriteString(name)
	return errors.Join(err, f.Sync(), f.Close())
}

// fullDisk has the contest's folder on a small disk, which is full several times. Each time the run ends with a sentence; the disk is made
// larger, and the same command goes on.
func (t *test) fullDisk(w *swarm, s *server) (func(context.Context) error, error) {
	dir := filepath.Join(t.dir, s.name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	const large = 4 << 30
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprint("size=", large)); err != nil {
		t.Skip("a small disk needs the right to mount one: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	resize := func(size int64) error {
		return unix.Mount("", dir, "", unix.MS_REMOUNT, fmt.Sprint("size=", size))
	}
	ended := make(chan error, 1)
	s.mend = func(err error) bool {
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		said := lines[len(lines)-1]
		if !strings.Contains(said, "full") && !strings.Contains(said, "no space") || !strings.Contains(said, "run the same command again") {
			return false
		}
		t.Log(said)
		err = resize(large)
		select {
		case ended <- err:
			return err == nil
		default: // nobody has filled the disk again
			return false
		}
	}
	left := int64(0)
	return func(ctx context.Context) error {
		return t.again(ctx, w, *outs, func() error {
			var disk unix.Statfs_t
			for full := error(unix.EINVAL); full != nil; { // it has grown meanwhile
				if err := unix.Statfs(dir, &disk); err != nil {
					return err
				}
				full = resize(int64(disk.Blocks-disk.Bfree)*disk.Bsize + left)
			}
			left += 256 << 10
			select {
			case err := <-ended:
				return err
			case <-time.After(2 * time.Minute):
				err := errors.New("two minutes after the disk was full the run has not ended")
				return errors.Join(err, resize(large), s.kill(unix.SIGKILL))
			case <-ctx.Done():
				return nil
			}
		})
	}, nil
}
