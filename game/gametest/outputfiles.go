package gametest

import (
	"fmt"
	"hash/maphash"
	"io/fs"
	"strings"
	"testing"

	"agon/game"
)

// outputFiles checks a kind's Output: names stay below the folder, equal games give equal files, and data passed on stays unchanged.
func outputFiles(t testing.TB, kind *game.Kind, seats int) {
	if !kind.Writes() {
		t.Skip("the kind has no files of its own for a game")
	}
	rec := Play(t, kind, seats, 7, nil).Record()
	var players []game.Participant
	for i := range seats {
		players = append(players, game.Participant{Name: fmt.Sprintf("Participant %d", i), Author: "\x1b[2J<b>", Ref: "../../ref"})
	}
	seed := maphash.MakeSeed() // checksums of files, which are too many to keep
	digests := make([]uint64, 2)
	for i := range digests {
		var kept []game.OutputFile
		var sums []uint64
		err := kind.Write(rec, players, func(p game.OutputFile) error {
			if name := strings.TrimSuffix(p.Name, "/"); !fs.ValidPath(name) || name == "." {
				t.Errorf("%q is outside the game's folder", p.Name)
			}
			kept, sums = append(kept, p), append(sums, maphash.Bytes(seed, p.Data))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(kept) == 0 {
			t.Error("Output writes nothing")
		}
		for j, p := range kept {
			if maphash.Bytes(seed, p.Data) != sums[j] {
				t.Errorf("%s changed after it was passed in", p.Name)
			}
			digests[i] = digests[i]*31 + maphash.String(seed, fmt.Sprintf("%q %x %q %v", p.Name, sums[j], p.Film, p.Remove))
		}
	}
	if digests[0] != digests[1] {
		t.Error("the same game gives other files the second time")
	}
	stop := fmt.Errorf("the disk is full")
	if err := kind.Write(rec, players, func(game.OutputFile) error { return stop }); err != stop {
		t.Errorf("an error of the disk is returned as %v", err)
	}
}
