package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/game"
	"agon/internal/regular"
	"agon/record/replay"
	"agon/show/film"
)

// readReplay reads a replay from a file, or one game of a contest folder as FOLDER#GAME.
func readReplay(name string) (*replay.Replay, error) {
	data, err := readGiven(name)
	if err != nil {
		return nil, err
	}
	r, err := replay.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// readGiven reads a file that is named on the command line.
func readGiven(name string) ([]byte, error) {
	data, err := regular.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case errors.Is(err, regular.ErrIrregular):
		return nil, fmt.Errorf("%s: %w", name, regular.ErrIrregular)
	}
	return data, host(err)
}

// filmInfo returns the info of a film of a replay.
func filmInfo(k *game.Kind, settings game.Settings, r *replay.Replay) film.Info {
	info := film.NewInfo(k, settings, filmSeats(r.Seats))
	info.Seed = r.Record.Seed
	if r.Notes.Game > 0 {
		info.Title = fmt.Sprintf("%s, game %d", r.Notes.Stage, r.Notes.Game)
	}
	return info
}

func filmSeats(seats []replay.Seat) (list []film.Seat) {
	for _, s := range seats {
		list = append(list, film.Seat{Name: s.Name, Author: s.Author, Slot: s.Slot, Params: s.Params})
	}
	return list
}

// filmOf re-simulates a replay as a film.
func filmOf(r *replay.Replay) (*film.Film, error) {
	k, err := recordedKind(r.Record.Kind)
	if err != nil {
		return nil, err
	}
	settings, err := k.Settings(chosen(r.Record.Options))
	if err != nil {
		return nil, err
	}
	return film.FromRecord(filmInfo(k, settings, r), r.Record)
}

func chosen(options []string) map[string]any {
	values := map[string]any{}
	for _, o := range options {
		if key, value, ok := strings.Cut(o, "="); ok {
			values[key] = value
		}
	}
	return values
}

// replayFiles replaces folders by the replays below them.
func replayFiles(names []string) ([]string, error) {
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
			return nil, host(err)
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
