package conduct

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"agon/bot/image"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
)

// pinsName is the file in a contest's folder that pins images by digest.
const pinsName = "images.json"

// frozen reads the image pins of a contest. A run with --freeze resolves the references again.
func (s *Setup) frozen(f *config.File) (*image.Pins, error) {
	if s.Freeze {
		return &image.Pins{}, nil
	}
	pins, err := image.ReadPins(filepath.Join(Dir(s.Opening.Dir, f), pinsName))
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, folders.Error(Dir(s.Opening.Dir, f), err)
	}
	return pins, err
}

// Dir returns the folder of the contest of a file: the chosen one, or that beside the file.
func Dir(chosen string, f *config.File) string {
	if chosen != "" {
		return chosen
	}
	return strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
}

// keepImages writes the pins, after all images were fetched and checked.
func (s *Setup) keepImages(c *contest.Contest) error {
	if !s.Freeze {
		return nil
	}
	var pins image.Pins
	for _, e := range c.Entries {
		if p, ok := e.Pin(); ok {
			pins.Images = append(pins.Images, p)
		}
	}
	if len(pins.Images) == 0 {
		s.Note("nothing to pin: no bot of this contest is an image")
		return nil
	}
	file := filepath.Join(c.Dir, pinsName)
	if err := pins.Write(file); err != nil {
		return fmt.Errorf("freeze the images: %w", err)
	}
	s.Note(fmt.Sprintf("pinned %d images by digest in %s", len(pins.Images), file))
	return nil
}
