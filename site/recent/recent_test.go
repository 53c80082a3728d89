package recent

import (
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"
)

// Of what was asked for, the newest used is kept, and an error is not.
func TestRecent(t *testing.T) {
	var x Values[int, string]
	made := 0
	get := func(key int) {
		t.Helper()
		if _, err := x.Get(key, nil, 2, func() (string, error) { made++; return "", nil }); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []int{1, 2, 1, 3, 1, 2} { // 2 is forgotten for 3, and 3 for 2
		get(key)
	}
	if made != 4 {
		t.Errorf("%d were made", made)
	}
	x.Forget(func(key int) bool { return key == 1 })
	if get(1); made != 5 {
		t.Error("one that was to be forgotten is kept")
	}
	if _, err := x.Get(9, nil, 2, func() (string, error) { return "", fs.ErrNotExist }); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if get(2); made != 5 {
		t.Error("an error takes the place of a value")
	}
	if get(9); made != 6 || len(x.known) != 2 || len(x.keys) != 2 {
		t.Errorf("an error is kept, or more than two values: %d, %d", made, len(x.known))
	}
}

// A key has one value, that of the newest version.
func TestVersions(t *testing.T) {
	var x Values[string, int]
	made := 0
	get := func(version any, err error) int {
		v, _ := x.Get("cup", version, 2, func() (int, error) { made++; return made, err })
		return v
	}
	for _, x := range []struct {
		version string
		want    int
	}{{"a", 1}, {"a", 1}, {"b", 2}, {"b", 2}} {
		if got := get(x.version, nil); got != x.want {
			t.Errorf("version %s is the value made as number %d", x.version, got)
		}
	}
	if get("c", fs.ErrNotExist); get("b", nil) != 2 || len(x.keys) != 1 {
		t.Error("a version that could not be made took the place of the one before")
	}
}

// Only who asks for the same value waits while it is made; and one that is forgotten meanwhile is not kept.
func TestWaiting(t *testing.T) {
	var x Values[int, int]
	v, err := x.Get(1, nil, 2, func() (int, error) {
		if !x.mu.TryLock() {
			t.Fatal("a value that is being made keeps others waiting")
		}
		x.mu.Unlock()
		x.Forget(func(key int) bool { return key == 1 })
		return x.Get(2, nil, 2, func() (int, error) { return 7, nil })
	})
	if err != nil || v != 7 || len(x.known) != 1 || x.known[2] == nil {
		t.Errorf("%d %v, kept: %v", v, err, x.keys)
	}
	var made atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if v, err := x.Get(3, nil, 2, func() (int, error) { return int(made.Add(1)), nil }); err != nil || v != 1 {
				t.Error(v, err)
			}
		})
	}
	all.Wait()
}
