package image

import (
	"context"
	"fmt"

	"github.com/google/go-containerregistry/pkg/name"
)

// Get opens and unpacks an image. If it is pinned, the result is the pinned image or an error.
func (s *Store) Get(ctx context.Context, r Ref, pins *Pins) (m *Image, root string, err error) {
	pin, pinned := pins.Of(r)
	if pinned {
		if m, root, ok := s.Kept(pin); ok {
			m.Ref = r
			return m, root, nil
		}
	}
	m, err = s.open(ctx, pin.reference(r))
	if err != nil {
		return nil, "", err
	}
	if pinned && m.ID != pin.ID {
		return nil, "", fmt.Errorf("it changed since it was pinned: it was %s and is %s, and the cache no longer has the old one", pin.ID,
			m.ID)
	}
	m.Ref = r
	root, err = s.Unpack(ctx, m)
	return m, root, err
}

// Again opens an image that was unpacked, from where it came from, for its [Image.Parts]. It is an error if another image is there now.
func (s *Store) Again(ctx context.Context, r Ref, unpacked Pin) (*Image, error) {
	m, err := s.open(ctx, unpacked.reference(r))
	if err != nil {
		return nil, err
	}
	if m.ID != unpacked.ID {
		return nil, fmt.Errorf("%s changed since it was unpacked: it was %s and is %s", r, unpacked.ID, m.ID)
	}
	return m, nil
}

// reference returns the reference by which a pinned image is fetched: by digest, from a registry.
func (p Pin) reference(r Ref) Ref {
	if p.Digest == "" || r.Form != Registry {
		return r
	}
	if ref, err := name.ParseReference(r.Name); err == nil {
		r.Name = ref.Context().Name() + "@" + p.Digest
	}
	return r
}
