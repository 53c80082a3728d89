package entries

import (
	"archive/zip"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"agon/internal/diskfree"
	"agon/site/people"
)

// A disk that becomes full while a bot is unpacked is no fault of the bot's: nothing of it is left, and with room it is unpacked.
func TestFullDiskWhileUnpacking(t *testing.T) {
	dir := t.TempDir()
	upload := filepath.Join(dir, "bot.zip")
	f, err := os.Create(upload)
	if err != nil {
		t.Fatal(err)
	}
	packed := zip.NewWriter(f)
	w, err := packed.Create("bot.py")
	if err == nil {
		_, err = w.Write(make([]byte, 1<<20))
	}
	if err := errors.Join(err, packed.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	small := filepath.Join(dir, "small")
	if err := os.Mkdir(small, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", small, "tmpfs", 0, "size=256k"); err != nil {
		t.Skip("a small disk needs the right to mount one: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(small, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	folder := filepath.Join(small, "bot")
	err = unpackUpload(t.Context(), upload, folder)
	if problem := (*people.Problem)(nil); errors.As(err, &problem) || !diskfree.IsFull(err) {
		t.Errorf("%T: %v", err, err)
	}
	if left, err := os.ReadDir(small); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if err := unix.Mount("", small, "", unix.MS_REMOUNT, "size=4m"); err != nil {
		t.Fatal(err)
	}
	if err := unpackUpload(t.Context(), upload, folder); err != nil {
		t.Error(err)
	}
}
