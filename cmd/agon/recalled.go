package main

import (
	"os"
	"path/filepath"

	"agon/games/all"
	"agon/internal/regular"
	"agon/replay"
)

// largestFile bounds what is read of one of a contest's own files, in bytes.
const largestFile = 16 << 20

// recalled is a game that stands in a folder in the files of its contest's own engine; nil where none does.
func recalled(dir string) *replay.Replay {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	read := func(name string) ([]byte, error) {
		return regular.ReadSmallIn(root, filepath.FromSlash(name), largestFile)
	}
	for _, k := range all.Kinds() {
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
