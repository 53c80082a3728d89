package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"agon/internal/clean"
	"agon/internal/regular"
	"agon/show/gallery"
	"agon/show/report"
	"agon/show/term/table"
)

// galleryFlags are the flags of agon gallery.
type galleryFlags struct {
	vote     string
	listen   string
	ranked   bool
	ballots  string
	title    string
	end      bool
	newCodes int
}

func newGallery(w *world) *cobra.Command {
	h := &galleryFlags{}
	cmd := &cobra.Command{
		Use:   "gallery DIR",
		Short: "show the bots' art in a browser and take votes",
		Long: `Show the art of a contest, as written by agon run --log DIR, or any folder of GIFs.

With --vote visitors vote: FILE lists the voters' codes, one per line, and each code has one ballot. Ballots are stored in a file beside the
list, so the gallery can be stopped and restarted. The organiser's page, whose address and key are printed, shows the count so far and closes
the vote; so does --close while no gallery is open.`,
		Example: `  agon gallery art --listen :8080
  agon gallery --new-codes 120 > codes.txt
  agon gallery art --vote codes.txt --ranked --listen :8080
  agon gallery art --vote codes.txt --ranked --close`,
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return h.serveGallery(cmd.Context(), w, args) },
	}
	f := cmd.Flags()
	f.StringVar(&h.vote, "vote", "", "`FILE` of voters' codes; enables voting")
	f.StringVar(&h.listen, "listen", "127.0.0.1:0", "`ADDR` to listen on (default: a free local port)")
	f.BoolVar(&h.ranked, "ranked", false, "ranked ballots instead of likes")
	f.StringVar(&h.ballots, "ballots", "", "`FILE` for the ballots (default: the file of codes plus .ballots)")
	f.StringVar(&h.title, "title", "Art show", "title of the gallery")
	f.BoolVar(&h.end, "close", false, "close the vote, print the tally and exit")
	f.IntVar(&h.newCodes, "new-codes", 0, "print `N` new codes for voters and exit")
	return cmd
}

func (h *galleryFlags) serveGallery(ctx context.Context, w *world, args []string) error {
	if h.newCodes != 0 {
		return h.printCodes(w, args)
	}
	if len(args) == 0 {
		return errors.New("name the folder with the art: agon gallery DIR")
	}
	if h.vote == "" && (h.ranked || h.end || h.ballots != "") {
		return errors.New("--ranked, --ballots and --close need a vote: add --vote FILE with the voters' codes")
	}
	if info, err := os.Stat(args[0]); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: no such folder", args[0])
	}
	show, err := gallery.Open(args[0])
	if err != nil {
		return err
	}
	g := &gallery.Gallery{Title: clean.Text(h.title), Show: show}
	if h.vote != "" {
		if g.Box, err = h.box(show.Names()); err != nil {
			return err
		}
		defer g.Box.Close()
	}
	if h.end {
		if err := g.Box.End(); err != nil {
			return host(err)
		}
		return host(printTally(w, g.Box))
	}
	return h.serve(ctx, w, g)
}

func (h *galleryFlags) printCodes(w *world, args []string) error {
	const most = 100000
	if len(args) > 0 || h.newCodes < 1 || h.newCodes > most {
		return fmt.Errorf("agon gallery --new-codes N prints 1 to %d codes and does nothing else", most)
	}
	for _, code := range gallery.NewCodes(h.newCodes) {
		fmt.Fprintln(w.out, code)
	}
	return nil
}

// box opens the ballot box of the list of codes.
func (h *galleryFlags) box(names []string) (*gallery.Box, error) {
	const largest = 16 << 20
	text, err := regular.ReadSmall(h.vote, largest)
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file; agon gallery --new-codes 100 > %s writes one", h.vote, h.vote)
	case errors.As(err, &path):
		return nil, fmt.Errorf("%s: %w", h.vote, path.Err)
	case err != nil:
		return nil, host(err)
	}
	codes, err := gallery.Codes(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", h.vote, err)
	}
	if h.ballots == "" {
		h.ballots = h.vote + ".ballots"
	}
	method := gallery.Approval
	if h.ranked {
		method = gallery.Ranked
	}
	return gallery.OpenBox(h.ballots, method, names, codes)
}

func (h *galleryFlags) serve(ctx context.Context, w *world, g *gallery.Gallery) error {
	l, err := net.Listen("tcp", h.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w; name another address with --listen", h.listen, err)
	}
	fmt.Fprintf(w.err, "agon: gallery of %s at http://%s   (Ctrl-C ends)\n", report.Counted(len(g.Show.Exhibits), "bot"), l.Addr())
	if g.Box != nil {
		voted, voters := g.Box.Turnout()
		fmt.Fprintf(w.err, "agon: %d of %d have voted; ballots are kept in %s\n", voted, voters, filepath.Clean(h.ballots))
		fmt.Fprintf(w.err, "agon: organiser's page: http://%s/organiser   key (keep it secret): %s\n", l.Addr(), g.Box.Key())
		g.Note = func() { fmt.Fprintln(w.err, "agon: the vote is closed") }
	}
	if err := g.Serve(ctx, l); err != nil {
		return host(err)
	}
	if g.Box == nil {
		return nil
	}
	if g.Box.Closed() {
		return host(printTally(w, g.Box))
	}
	voted, voters := g.Box.Turnout()
	fmt.Fprintf(w.err, "agon: the vote is open, %d of %d have voted; run the same command to resume\n", voted, voters)
	return nil
}

// printTally prints the tally of a closed vote.
func printTally(w *world, b *gallery.Box) error {
	head := "Votes"
	if b.Method == gallery.Ranked {
		head = "Comparisons"
	}
	t := &table.Table{Columns: []table.Column{{Head: "Place", Width: 7}, {Head: "Bot", Width: 40}, {Head: head, Width: 14}, {Remark: true}}}
	lines := b.Tally()
	for _, l := range lines {
		tied := ""
		if l.Tied {
			tied = "tied"
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(l.Place)), table.Text(b.Names[l.Exhibit]), table.Text(gallery.Figure(b.Method, l.Votes, len(lines))),
			table.Text(tied),
		})
	}
	voted, voters := b.Turnout()
	fmt.Fprintf(w.out, "%d of %d have voted. %s\n", voted, voters, gallery.Winners(b.Names, lines, voted))
	return t.Write(w.out, table.On(w.out, os.Environ()))
}
