package files

import (
	"os"
	"path/filepath"

	"agon/game"
	"agon/internal/regular"
	"agon/record/replay"
)

// largestFile bounds how much is read of one of a contest's own files, in bytes.
const largestFile = 16 << 20

// Original returns the game in a folder of files of a contest's own engine, or nil if none of the kinds reads it.
func Original(kinds []*game.Kind, dir string) *replay.Replay {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	read := func(name string) ([]byte, error) {
		return regular.ReadSmallIn(root, filepath.FromSlash(name), largestFile)
	}
	for _, k := range kinds {
		if k.Recall == nil {
			continue
		}
		transcript, err := k.Recall(read)
		if err != nil {
			continue
		}
		rec, err := k.PlayTranscript(transcript)
		if err != nil {
			continue
		}
		rep := &replay.Replay{Record: rec}
		for i, name := range transcript.Names {
			rep.Seats = append(rep.Seats, replay.Seat{Name: name, Slot: i})
		}
		return rep
	}
	return nil
}
