package entries

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// All versions whose files are there are listed with their authors, those that failed too; others are counted.
func TestAllKept(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, nil)
	defer d.close(t)
	d.submit(t, ann, "Flood", "first")
	gone := d.submit(t, ann, "Flood", "second")
	d.submit(t, ben, "Tide", "bad")
	d.settled(t)
	if err := os.RemoveAll(filepath.Join(dir, "submitted", gone.place)); err != nil {
		t.Fatal(err)
	}
	list, missing, err := AllKept(t.Context(), d.db, filepath.Join(dir, "submitted"), "cup")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, k := range list {
		name := k.Path
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, "bot.py")
		}
		text, err := os.ReadFile(name)
		got = append(got, fmt.Sprintf("%s/%s/%d %s %v", k.Author, k.Bot, k.Number, text, err))
	}
	if want := []string{"Ann/Flood/1 first <nil>", "Ben/Tide/1 bad <nil>"}; !slices.Equal(got, want) || missing != 1 {
		t.Errorf("%q, %d are gone", got, missing)
	}
	if list, missing, err := AllKept(t.Context(), d.db, dir, "other"); len(list) > 0 || missing > 0 || err != nil {
		t.Error(list, missing, err)
	}
}
