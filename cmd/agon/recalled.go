package main

import (
	"os"
	"path/filepath"

	"agon/games/all"
	"agon/internal/regular"
	"agon/record/replay"
)

// largestFile bounds how much is read of one of a contest's own files, in bytes.
const largestFile = 16 << 20

// recalled returns the game in a folder of files of the contest's own engine, or nil if there is none.
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
