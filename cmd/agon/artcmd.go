package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/internal/wholefile"
	"agon/show/art"
)

// artFlags are the flags of agon art.
type artFlags struct {
	length int
	order  string
	margin bool
}

func newArt(w *world) *cobra.Command {
	d := &artFlags{}
	cmd := &cobra.Command{
		Use:   "art DIR OUT.gif",
		Short: "make an animated GIF of a folder's .ascii files",
		Long: `Make an animated GIF of the files of a folder that end in .ascii, one frame each.

Frames are sorted by name: as text (10.ascii before 2.ascii) or in natural order (2.ascii before 10.ascii).`,
		Example: `  agon art heart heart.gif
  agon art heart heart.gif --frame-length 80 --order natural`,
		Args: between(2, 2),
		RunE: func(_ *cobra.Command, args []string) error { return d.makeArt(w, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.IntVar(&d.length, "frame-length", int(art.FolderDelay/time.Millisecond), "time per frame in `MS`")
	f.StringVar(&d.order, "order", "text", "order of frames: text or natural")
	f.BoolVar(&d.margin, "margin", false, "draw on the original's canvas, with its white margin")
	return cmd
}

func (d *artFlags) makeArt(w *world, dir, out string) error {
	orders := map[string]art.Order{"text": art.ByText, "natural": art.ByNumber}
	order, ok := orders[d.order]
	if !ok {
		return fmt.Errorf("--order is text or natural, not %q%s", d.order, nearest.Hint(d.order, []string{"text", "natural"}))
	}
	if d.length < 10 {
		return fmt.Errorf("--frame-length %d: a frame is shown for 10 ms at least", d.length)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: no such folder", dir)
	}
	frames, err := art.ReadDir(os.DirFS(dir), order)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	o := art.Options{Delay: time.Duration(d.length) * time.Millisecond}
	if d.margin {
		o.Layout = art.Runner
	}
	if err := art.GIF(io.Discard, frames[:1], o); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	if err := wholefile.Write(out, func(f io.Writer) error { return art.GIF(f, frames, o) }); err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			return host(fmt.Errorf("write %s: %w", out, err))
		}
		return fmt.Errorf("%s: %w", dir, err)
	}
	fmt.Fprintf(w.out, "%s: %d frames of %d ms\n", clean.Text(out), len(frames), d.length)
	return nil
}
