package filecache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"agon/contest/queue"
	"agon/contest/queue/queuetest"
)

// origin has files and counts how often each is fetched.
type origin struct {
	content map[string]io.Reader
	fetched map[string]int
}

func (o *origin) Put(context.Context, string, io.Reader) error { return fs.ErrPermission }

func (o *origin) Get(_ context.Context, name string) (io.ReadCloser, error) {
	o.fetched[name]++
	r, ok := o.content[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(r), nil
}

// add adds a file and returns its name. It can be fetched once.
func (o *origin) add(content string) string {
	name := queuetest.FileName([]byte(content))
	o.content[name] = strings.NewReader(content)
	return name
}

func fresh(t *testing.T, dir string, limit int64) (*Cache, *origin) {
	t.Helper()
	o := &origin{map[string]io.Reader{}, map[string]int{}}
	c, err := Open(dir, limit, o)
	if err != nil {
		t.Fatal(err)
	}
	return c, o
}

func read(t *testing.T, c *Cache, name string) string {
	t.Helper()
	f, err := c.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	content, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestAFileIsFetchedOnce(t *testing.T) {
	dir := t.TempDir()
	c, o := fresh(t, dir, 100)
	name := o.add("a bot")
	for range 3 {
		if got := read(t, c, name); got != "a bot" {
			t.Errorf("got %q", got)
		}
	}
	again, other := fresh(t, dir, 100)
	if got := read(t, again, name); got != "a bot" || o.fetched[name] != 1 || other.fetched[name] != 0 {
		t.Errorf("got %q, fetched %d and %d times", got, o.fetched[name], other.fetched[name])
	}
}

func TestADamagedFileIsFetchedAgain(t *testing.T) {
	c, o := fresh(t, t.TempDir(), 100)
	name := o.add("a bot")
	read(t, c, name)
	if err := os.WriteFile(c.path(name), []byte("a bug"), 0o600); err != nil {
		t.Fatal(err)
	}
	o.add("a bot")
	if got := read(t, c, name); got != "a bot" || o.fetched[name] != 2 {
		t.Errorf("got %q, fetched %d times", got, o.fetched[name])
	}
}

func TestNothingIsLeftOfAFileThatFails(t *testing.T) {
	name := queuetest.FileName([]byte("a bot"))
	for _, tt := range []struct {
		name    string
		content io.Reader
		want    error
	}{
		{"other content", strings.NewReader("a bug"), queue.ErrContent},
		{"cut off", strings.NewReader("a b"), queue.ErrContent},
		{"a lost connection", iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("a bot"))), iotest.ErrTimeout},
		{"too long", strings.NewReader(strings.Repeat("a", 200)), ErrNoRoom},
	} {
		c, o := fresh(t, t.TempDir(), 100)
		o.content[name] = tt.content
		if _, err := c.Get(t.Context(), name); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if left, err := os.ReadDir(c.dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %d files are left, %v", tt.name, len(left), err)
		}
	}
	c, _ := fresh(t, t.TempDir(), 100)
	if _, err := c.Get(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := c.Get(t.Context(), "../a"); err == nil {
		t.Error("a path is a name")
	}
}

func TestTheLeastRecentlyUsedIsRemoved(t *testing.T) {
	c, o := fresh(t, t.TempDir(), 100)
	var names []string
	for i := range 4 {
		name := o.add(strings.Repeat(fmt.Sprint(i), 25))
		names = append(names, name)
		read(t, c, name)
		old := time.Now().Add(time.Duration(i-10) * time.Hour)
		if err := os.Chtimes(c.path(name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	read(t, c, names[0]) // now the newest
	read(t, c, o.add(strings.Repeat("x", 50)))
	for i, want := range []bool{true, false, false, true} {
		if _, err := os.Stat(c.path(names[i])); (err == nil) != want {
			t.Errorf("file %d: %v", i, err)
		}
	}
}

func TestPartsOfKilledProcessesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{part + "old": 2 * stale, part + "new": 0} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("a"), 0o600); err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-age)
		if err := os.Chtimes(file, then, then); err != nil {
			t.Fatal(err)
		}
	}
	fresh(t, dir, 100)
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != part+"new" {
		t.Errorf("left are %v, %v", left, err)
	}
}
