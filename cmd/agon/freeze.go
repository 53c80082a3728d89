package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"agon/bot/image"
	"agon/contest"
	"agon/contest/config"
)

// pinsName is the file in a contest's folder that pins images by digest.
const pinsName = "images.json"

// frozen reads the image pins of a contest. A run with --freeze resolves the references again.
func (r *running) frozen(f *config.File) (*image.Pins, error) {
	if r.freeze {
		return &image.Pins{}, nil
	}
	pins, err := image.ReadPins(filepath.Join(r.dir(f), pinsName))
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, folderError(r.dir(f), err)
	}
	return pins, err
}

// dir returns the contest's folder.
func (r *running) dir(f *config.File) string {
	if r.out != "" {
		return r.out
	}
	return strings.TrimSuffix(f.Path, filepath.Ext(f.Path))
}

// keepImages writes the pins, after all images were fetched and checked.
func (r *running) keepImages(c *contest.Contest) error {
	if !r.freeze {
		return nil
	}
	var pins image.Pins
	for _, e := range c.Entries {
		if p, ok := e.Pin(); ok {
			pins.Images = append(pins.Images, p)
		}
	}
	if len(pins.Images) == 0 {
		fmt.Fprintln(os.Stderr, "agon: nothing to pin: no bot of this contest is an image")
		return nil
	}
	file := filepath.Join(c.Dir, pinsName)
	if err := pins.Write(file); err != nil {
		return fmt.Errorf("freeze the images: %w", err)
	}
	fmt.Fprintf(os.Stderr, "agon: pinned %d images by digest in %s\n", len(pins.Images), file)
	return nil
}
