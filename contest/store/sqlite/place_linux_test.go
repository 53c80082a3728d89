package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agon/contest/store"
)

// If the path of the ledger cannot be read as a file, that is an error of the host: no ledger is damaged.
func TestAPlaceThatIsNoFileIsAnErrorOfTheHost(t *testing.T) {
	_, unreadable := os.ReadFile("/proc/self/mem") // what this kernel says of its first page, which is not mapped
	var refused syscall.Errno
	if !errors.As(unreadable, &refused) {
		t.Fatalf("/proc/self/mem can be read: %v", unreadable)
	}
	for _, tt := range []struct {
		name string
		put  func(path string) error
		want string
	}{
		{"a folder", func(path string) error { return os.Mkdir(path, 0o755) }, "is a directory"},
		{"a FIFO", func(path string) error { return syscall.Mkfifo(path, 0o600) }, "is not a regular file"},
		{"a device", func(path string) error { return os.Symlink("/dev/zero", path) }, "is not a regular file"},
		{"memory that cannot be read", func(path string) error { return os.Symlink("/proc/self/mem", path) }, refused.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ledger.db")
			if err := tt.put(path); err != nil {
				t.Fatal(err)
			}
			for name, open := range map[string]func() (*Store, error){
				"Open": func() (*Store, error) { return Open(context.Background(), path) },
				"Read": func() (*Store, error) { return Read(context.Background(), path, false) },
			} {
				s, err := open()
				if err == nil {
					s.Close()
					t.Fatalf("%s opened it", name)
				}
				var damaged *store.Damaged
				if errors.As(err, &damaged) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
					t.Errorf("%s: %T %v, want a plain error with %q", name, err, err, tt.want)
				}
			}
		})
	}
}
