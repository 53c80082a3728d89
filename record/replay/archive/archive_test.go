package archive

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func put(t *testing.T, s *Archive, id int64, text string) {
	t.Helper()
	if err := s.Append([]Game{{id, []byte(text)}}); err != nil {
		t.Fatal(err)
	}
}

func TestGamesAreFoundAgain(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(100) {
		put(t, s, i, fmt.Sprintf("game %d", i))
	}
	put(t, s, 7, "game 7 again")
	s.Close()
	s, err = Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range s.Games() {
		want := fmt.Sprintf("game %d", id)
		if id == 7 {
			want = "game 7 again"
		}
		if got, err := s.Get(id); err != nil || string(got) != want {
			t.Errorf("game %d: %q, %v", id, got, err)
		}
	}
	if _, err := s.Get(1000); err != ErrAbsent {
		t.Errorf("a game that is not there: %v", err)
	}
}

// However much of the index is left, all games are found, and the archive can be appended to.
func TestAnIndexCutShortIsRepaired(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 2, "two")
	s.Close()
	index := filepath.Join(dir, "index")
	text, _ := os.ReadFile(index)
	segment, _ := os.ReadFile(s.segmentName(0))
	for cut := 0; cut < 2*lineSize; cut++ {
		write(t, index, text[:cut])
		write(t, s.segmentName(0), segment)
		s := must(t, dir)
		holds(t, s, "1:one 2:two")
		if s.Indexed(2) {
			t.Fatalf("cut after %d bytes: the index is said to name game 2", cut)
		}
		put(t, s, 3, "three")
		s.Close()
		s = must(t, dir)
		holds(t, s, "1:one 2:two 3:three")
		if notes := s.Notes(); len(notes) > 0 || !s.Indexed(2) {
			t.Fatalf("cut after %d bytes: the index was not mended: %v", cut, notes)
		}
	}
}

func TestAMissingIndexIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 1, "one again")
	put(t, s, 2, "two")
	s.Close()
	index := filepath.Join(dir, "index")
	if err := os.Remove(index); err != nil {
		t.Fatal(err)
	}
	s = must(t, dir)
	holds(t, s, "1:one again 2:two")
	if notes := s.Notes(); len(notes) != 1 || !notes[0].Damage || !strings.Contains(notes[0].Text, "index is missing") {
		t.Errorf("notes %v", notes)
	}
	if _, err := os.Stat(index); err == nil {
		t.Error("reading made an index")
	}
	for _, dry := range []bool{true, false} {
		done, err := s.Reconcile(dry)
		if err != nil || len(done) != 1 || !strings.Contains(done[0], "rewrote ") {
			t.Fatalf("dry %v: %q, %v", dry, done, err)
		}
		if _, err := os.Stat(index); (err == nil) == dry {
			t.Errorf("dry %v: %v", dry, err)
		}
	}
	if done, err := s.Reconcile(false); err != nil || len(done) > 0 {
		t.Errorf("mended again: %q, %v", done, err)
	}
	s = must(t, dir)
	holds(t, s, "1:one again 2:two")
	if notes := s.Notes(); len(notes) > 0 {
		t.Errorf("after mending: %v", notes)
	}
}

// Whichever byte of the index is changed, every game is found and the damage is reported.
func TestADamagedIndexHidesNothing(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 2, "two")
	s.Close()
	index := filepath.Join(dir, "index")
	text, _ := os.ReadFile(index)
	for at := range text {
		changed := bytes.Clone(text)
		changed[at] ^= 1 << (at % 8)
		write(t, index, changed)
		s := must(t, dir)
		holds(t, s, "1:one 2:two")
		if notes := s.Notes(); len(notes) == 0 || !notes[0].Damage {
			t.Fatalf("byte %d: notes %v", at, notes)
		}
	}
}

// Whichever byte of a segment is changed: no game is returned incorrectly, and the others are found, with and without the index.
func TestADamagedSegmentLosesOneGame(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	for i, text := range []string{"one", "two", "three"} {
		put(t, s, int64(i+1), text)
	}
	s.Close()
	segment, _ := os.ReadFile(s.segmentName(0))
	want := map[int64]string{1: "one", 2: "two", 3: "three"}
	for _, index := range []bool{true, false} {
		if !index {
			os.Remove(filepath.Join(dir, "index"))
		}
		for at := range segment {
			changed := bytes.Clone(segment)
			changed[at] ^= 1 << (at % 8)
			write(t, s.segmentName(0), changed)
			s := must(t, dir)
			sound := 0
			for id, text := range want {
				data, err := s.Get(id)
				if err == nil && string(data) != text {
					t.Fatalf("byte %d, index %v: game %d is returned as %q", at, index, id, data)
				}
				if err == nil {
					sound++
				}
			}
			if sound != 2 {
				t.Fatalf("byte %d, index %v: %d games are found", at, index, sound)
			}
		}
	}
}

// A killed process leaves an incomplete replay: it is reported, skipped, and cut off by the next Append.
func TestAReplayThatWasNotWrittenToItsEndIsDropped(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 2, "two")
	s.Close()
	segment, _ := os.ReadFile(s.segmentName(0))
	index, _ := os.ReadFile(s.indexName())
	begin := len(segment) - headSize - len("two")
	for cut := begin + 1; cut < len(segment); cut++ {
		write(t, s.segmentName(0), segment[:cut])
		write(t, s.indexName(), index[:lineSize])
		s := must(t, dir)
		holds(t, s, "1:one")
		if notes := s.Notes(); len(notes) != 1 || notes[0].Damage || !strings.Contains(notes[0].Text, "of an incomplete replay") {
			t.Fatalf("cut after %d bytes: notes %v", cut, notes)
		}
		put(t, s, 3, "three")
		s.Close()
		s = must(t, dir)
		holds(t, s, "1:one 3:three")
		if notes := s.Notes(); len(notes) > 0 {
			t.Fatalf("cut after %d bytes: it was not cut off: %v", cut, notes)
		}
	}
}

// Bytes at the end that are no incomplete replay are kept for inspection; the archive continues in another segment.
func TestDamagedBytesAreNeverRemoved(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 2, "two")
	s.Close()
	segment, _ := os.ReadFile(s.segmentName(0))
	segment[len(segment)-len("two")-2] ^= 1 // in the head of the last game
	write(t, s.segmentName(0), segment)
	os.Remove(s.indexName())
	s = must(t, dir)
	put(t, s, 3, "three")
	s.Close()
	if now, _ := os.ReadFile(s.segmentName(0)); !bytes.Equal(now, segment) {
		t.Error("the damaged segment was changed")
	}
	holds(t, must(t, dir), "1:one 3:three")
}

// Archives of earlier versions, without heads, are read by their index, and can be appended to.
func TestAnArchiveWithoutHeads(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	write(t, s.segmentName(0), []byte("onetwo"))
	write(t, s.indexName(), appendLine(appendLine(nil, 1, place{0, 0, 3}), 2, place{0, 3, 3}))
	s = must(t, dir)
	holds(t, s, "1:one 2:two")
	if notes := s.Notes(); len(notes) > 0 {
		t.Errorf("notes %v", notes)
	}
	put(t, s, 3, "three")
	s.Close()
	holds(t, must(t, dir), "1:one 2:two 3:three")
}

// A full disk: an incomplete write is undone, and the archive continues when there is space.
func TestAppendTakesBackWhatItCouldNotWrite(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	s.index.Close() // further writes fail
	if err := s.Append([]Game{{2, []byte("two")}}); err == nil {
		t.Fatal("a failed write is not reported")
	}
	holds(t, s, "1:one")
	put(t, s, 3, "three")
	s.Close()
	s = must(t, dir)
	holds(t, s, "1:one 3:three")
	if notes := s.Notes(); len(notes) > 0 {
		t.Errorf("notes %v", notes)
	}
}

// If a game occurs twice, a damaged later copy does not hide an intact earlier one from Scan.
func TestAnEarlierCopyIsFound(t *testing.T) {
	dir := t.TempDir()
	s := must(t, dir)
	put(t, s, 1, "one")
	put(t, s, 1, "ONE")
	s.Close()
	segment, _ := os.ReadFile(s.segmentName(0))
	segment[len(segment)-1] ^= 1
	write(t, s.segmentName(0), segment)
	s, err := Scan(dir)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, s, "1:one")
}

func must(t testing.TB, dir string) *Archive {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t testing.TB, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// holds compares the archive's games with "game:text" words.
func holds(t *testing.T, s *Archive, want string) {
	t.Helper()
	var got []string
	for _, id := range s.Games() {
		data, err := s.Get(id)
		if err != nil {
			t.Fatalf("game %d: %v", id, err)
		}
		got = append(got, fmt.Sprintf("%d:%s", id, data))
	}
	if strings.Join(got, " ") != want {
		t.Fatalf("the archive holds %q, not %q", got, want)
	}
}

// FuzzArchive reads an arbitrary segment and index, appends to them, and reads again.
func FuzzArchive(f *testing.F) {
	sound := appendFrame(appendFrame(nil, 1, []byte("one")), 2, []byte("two"))
	index := appendLine(appendLine(nil, 1, place{0, int64(headSize), 3}), 2, place{0, int64(2*headSize + 3), 3})
	f.Add(sound, index)
	f.Add(sound[:len(sound)-2], index[:lineSize])
	f.Add(sound[3:], index)
	f.Add([]byte("onetwo"), appendLine(nil, 1, place{0, 0, 3}))
	f.Add(sound, appendLine(nil, 1, place{9, 1 << 40, 1 << 29}))
	f.Fuzz(func(t *testing.T, segment, index []byte) {
		dir := t.TempDir()
		s := must(t, dir)
		write(t, s.segmentName(0), segment)
		write(t, s.indexName(), index)
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		before := map[int64]string{}
		for _, id := range s.Games() {
			if data, err := s.Get(id); err == nil {
				before[id] = string(data)
			}
		}
		put(t, s, -7, "new")
		s.Close()
		s = must(t, dir)
		before[-7] = "new"
		for id, text := range before {
			if data, err := s.Get(id); err != nil || string(data) != text {
				t.Fatalf("game %d was %q and is %q, %v", id, text, data, err)
			}
		}
	})
}
