package entries

import (
	"os"
	"testing"
)

// Who leaves takes the own bots out of their contests, with what is being checked; others keep theirs.
func TestLeave(t *testing.T) {
	d := open(t, t.TempDir(), nil)
	defer d.close(t)
	d.submit(t, ann, "Flood", "good")
	d.submit(t, ben, "Tide", "good")
	d.settled(t)
	list, err := d.Handed(t.Context(), ann)
	if err != nil || len(list) != 1 || list[0].Bot.Name != "Flood" || list[0].Number != 1 {
		t.Fatal(list, err)
	}
	if f, err := d.OpenHanded(&list[0]); err != nil || f == nil {
		t.Error(f, err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
	for range 2 { // once more changes nothing
		if err := d.Leave(t.Context(), ann); err != nil {
			t.Fatal(err)
		}
	}
	if f, err := d.OpenHanded(&list[0]); err != nil || f != nil {
		t.Error("a file stays:", f, err)
	}
	if d.plays("Flood") != "" || d.plays("Tide") == "" {
		t.Errorf("Flood plays %q, and Tide %q", d.plays("Flood"), d.plays("Tide"))
	}
	if b := d.bot(t, "Flood"); b.Active != 0 {
		t.Errorf("%+v", b)
	}
	if kept, err := os.ReadDir(d.Entries.dir); err != nil || len(kept) != 1 {
		t.Error(kept, err)
	}
}
