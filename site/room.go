package site

import (
	"fmt"

	"agon/internal/diskfree"
	"agon/site/people"
)

// usualReserve is how many bytes of its disk a site leaves free.
const usualReserve = 100 << 20

// room returns a [*people.Problem] while the site's disk has less than the reserve, or cannot be asked.
func (s *Site) room() error {
	free, err := diskfree.Of(s.options.Dir)
	if err != nil {
		s.log.Error("is there room", "error", err)
		return &people.Problem{Text: "The site's disk cannot be read: nothing is taken and no games are played until it can."}
	}
	if free < s.options.Reserve {
		return &people.Problem{Text: fmt.Sprintf("The site's disk is full (%d MiB are free, and it keeps %d MiB): nothing is taken and no games are played until there is room. The organiser is told.", free>>20, s.options.Reserve>>20)}
	}
	return nil
}

// unkept returns an error of keeping a submission as one that its owner can read, if the disk became full meanwhile.
func (s *Site) unkept(err error) error {
	if !diskfree.IsFull(err) {
		return err
	}
	s.log.Error("keep a submission", "error", err)
	return &people.Problem{Text: "The site's disk is full: nothing was kept. The organiser is told; submit it again later."}
}
