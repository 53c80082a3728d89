package download

import (
	"context"
	"io"
)

// Run fetches what an address names into a new file in the folder dir, and returns the file's name, which says the commit or the image.
// What it does is written to progress, a line by each call. A [*Refused] is the fault of the address or of its server; nothing is left in
// the folder that could be taken for the file then.
func (s Source) Run(ctx context.Context, dir string, l Limits, progress io.Writer) (file string, err error) {
	if s.image != nil {
		return fetchImage(ctx, s.image, dir, s.Base(), l, progress)
	}
	return fetchCommit(ctx, s.commit, dir, s.Base(), l, progress)
}
