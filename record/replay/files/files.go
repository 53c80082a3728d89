// Package files finds replays on disk: in files, in folders, in the archives of contests, and in what original engines leave. What is wrong
// with a name is its user's mistake, and what the disk refuses is the host's.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/game"
	"agon/internal/cause"
	"agon/internal/regular"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// Replay reads a replay from a file, or one game of a contest folder as FOLDER#GAME.
func Replay(name string) (*replay.Replay, error) {
	data, err := Read(name)
	if err != nil {
		return nil, err
	}
	r, err := replay.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// Read reads a file that is named on the command line.
func Read(name string) ([]byte, error) {
	data, err := regular.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case errors.Is(err, regular.ErrIrregular):
		return nil, fmt.Errorf("%s: %w", name, regular.ErrIrregular)
	}
	return data, cause.Host(err)
}

// Below replaces folders by the replays below them.
func Below(names ...string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, fmt.Errorf("%s: no such file or folder", name)
		}
		if !info.IsDir() {
			files = append(files, name)
			continue
		}
		err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && isReplay(path) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, cause.Host(err)
		}
	}
	return files, nil
}

func isReplay(path string) bool {
	f, err := regular.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 7)
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == "agonrpl"
}

// Archived returns the folder of a contest's replays in a folder, or the folder itself, or "" if there is none.
func Archived(name string) string {
	for _, dir := range []string{filepath.Join(name, archive.Name), name} {
		if found, err := filepath.Glob(filepath.Join(EscapeGlob(dir), "segment-[0-9]*")); err == nil && len(found) > 0 {
			return dir
		}
	}
	return ""
}

// EscapeGlob escapes a path for use in a glob pattern.
func EscapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

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
