package recent

import (
	"errors"
	"io/fs"
	"testing"
)

// Of what was asked for, the newest used is kept, and an error is not.
func TestRecent(t *testing.T) {
	var x Values[int, string]
	made := 0
	get := func(key int) {
		t.Helper()
		if _, err := x.Get(key, 2, func() (string, error) { made++; return "", nil }); err != nil {
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
	if _, err := x.Get(9, 2, func() (string, error) { return "", fs.ErrNotExist }); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if get(9); made != 6 {
		t.Error("an error is kept")
	}
}
