package shelf

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func put(t *testing.T, s *Shelf, id int64, text string) {
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

func TestAnIndexCutShortIsContinued(t *testing.T) {
	dir := t.TempDir()
	s, _ := Open(dir)
	put(t, s, 1, "one")
	put(t, s, 2, "two")
	s.Close()
	index := filepath.Join(dir, "index")
	text, _ := os.ReadFile(index)
	for cut := lineSize; cut < 2*lineSize; cut++ {
		if err := os.WriteFile(index, text[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, 3, "three")
		s.Close()
		s, err = Open(dir)
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", cut, err)
		}
		if got := s.Games(); len(got) != 2 || got[0] != 1 || got[1] != 3 {
			t.Fatalf("cut after %d bytes: games %v", cut, got)
		}
		if data, err := s.Get(3); err != nil || !bytes.Equal(data, []byte("three")) {
			t.Fatalf("cut after %d bytes: %q, %v", cut, data, err)
		}
	}
}

func TestADamagedIndexIsRefused(t *testing.T) {
	dir := t.TempDir()
	s, _ := Open(dir)
	put(t, s, 1, "one")
	s.Close()
	index := filepath.Join(dir, "index")
	text, _ := os.ReadFile(index)
	text[5] ^= 1
	os.WriteFile(index, text, 0o644)
	if _, err := Open(dir); err == nil {
		t.Error("a damaged index was read")
	}
}
