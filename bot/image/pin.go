package image

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"regexp"

	"agon/internal/regular"
	"agon/internal/wholefile"
)

// A Pin fixes an image by digest, whatever its reference comes to mean.
type Pin struct {
	Bot    string `json:"bot"` // its name in the contest, for readers
	Ref    string `json:"ref"`
	Digest string `json:"digest"`
	ID     string `json:"id"`
}

// Pins are the pinned images of a contest.
type Pins struct {
	Agon   int   `json:"agon"` // version of the file
	Images []Pin `json:"images"`
}

// pinsVersion is the version of the file format.
const pinsVersion = 1

// ReadPins reads a file of pins. A missing file pins nothing.
func ReadPins(file string) (*Pins, error) {
	text, err := regular.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return &Pins{}, nil
	}
	if err != nil {
		return nil, err
	}
	var p Pins
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%s is not a list of pinned images (%w); --freeze rewrites it", file, err)
	}
	if p.Agon != pinsVersion {
		return nil, fmt.Errorf("%s has version %d, and this agon reads version %d; --freeze rewrites it", file, p.Agon, pinsVersion)
	}
	for _, pin := range p.Images {
		if !digestForm.MatchString(pin.ID) || !digestForm.MatchString(pin.Digest) {
			return nil, fmt.Errorf("%s: %q and %q are not both digests; --freeze rewrites it", file, pin.Digest, pin.ID)
		}
	}
	return &p, nil
}

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// Write writes the file.
func (p *Pins) Write(file string) error {
	p.Agon = pinsVersion
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return wholefile.Keep(file, append(text, '\n'))
}

// Of returns the pin of a reference.
func (p *Pins) Of(r Ref) (Pin, bool) {
	if p == nil {
		return Pin{}, false
	}
	for _, pin := range p.Images {
		if pin.Ref == r.String() {
			return pin, true
		}
	}
	return Pin{}, false
}
