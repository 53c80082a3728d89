package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest/config"
	"agon/contest/folders"
	"agon/internal/clean"
	"agon/internal/numerals"
	"agon/lab/similar"
	"agon/lab/similar/gather"
	"agon/lab/similar/pages"
	"agon/show/term/table"
	sitecontests "agon/site/contests"
	"agon/site/database"
	"agon/site/entries"
	"agon/site/server"
)

// likeness holds the flags of agon similar.
type likeness struct {
	least string
	given []string
	html  string
	json  bool
}

func newSimilar(w *world) *cobra.Command {
	l := &likeness{}
	cmd := &cobra.Command{
		Use:   "similar CONTEST",
		Short: "compare the sources of bots of different authors",
		Long: `Similar compares the sources of a contest's bots and lists the pairs of authors whose bots share most: of each pair the two versions that share the most. It
is a hint for people to look at, never a verdict, and private: agon publish has nothing of it.

Names, types, literals, comments, white space and the order of functions do not count. What everybody has is taken out: the kind's starters and bots, house
bots of a site, --given, and what more than a quarter of at least five authors have. Bots of one author are not compared with one another. A share is that
of a version's remaining fingerprints that the other version has.

CONTEST is a contest's file or folder: the files that its bots have now, and all versions of a contest of agents. For a contest of a site (SITE/CONTEST) it is
all versions whose files the site keeps; the site may be in use. Programs without their source, images and bots elsewhere are left out and named.`,
		Example: examples(`  agon similar contest.toml
  agon similar ./site/course --least 50% --html ./similar
  agon similar contest.toml --given ./lecture --json`),
		Args:              between(1, 1),
		ValidArgsFunction: contests,
		RunE:              func(cmd *cobra.Command, args []string) error { return l.run(cmd.Context(), w, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&l.least, "least", "30%", "`PERCENTAGE` that one of two versions shares with the other, at least")
	f.StringArrayVar(&l.given, "given", nil, "file or folder at `PATH` that everybody was given; may be repeated")
	f.StringVar(&l.html, "html", "", "`DIR` to write a page for each pair to, with both sources side by side")
	f.BoolVar(&l.json, "json", false, "print one JSON object")
	return cmd
}

// A compared contest is what agon similar reads of one.
type compared struct {
	dir     string // that nothing private may be written to: of the contest, or of its site
	sources []gather.Source
	given   []gather.Source
	left    []string
	kind    string
}

func (l *likeness) run(ctx context.Context, w *world, name string) error {
	least, err := strconv.ParseFloat(strings.TrimSuffix(l.least, "%"), 64)
	if err != nil || !strings.HasSuffix(l.least, "%") || !(least >= 0 && least <= 100) {
		return fmt.Errorf("--least takes a percentage from 0%% to 100%%, not %q", l.least)
	}
	c, err := comparedContest(ctx, name)
	if err != nil {
		return err
	}
	if l.html != "" {
		if err := outside(l.html, c.dir); err != nil {
			return err
		}
	}
	k, err := findKind(c.kind)
	if err != nil {
		return err
	}
	for _, path := range l.given {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("--given: %w", err)
		}
		c.given = append(c.given, gather.Source{Author: "everybody", Bot: path, Path: path})
	}
	given := gather.Kind(k)
	house, without, err := gather.Read(ctx, c.given)
	if err != nil {
		return host(err)
	}
	for _, v := range house {
		given = append(given, v.Files...)
	}
	versions, left, err := gather.Read(ctx, c.sources)
	if err != nil {
		return host(err)
	}
	r, err := similar.Compare(ctx, versions, given, least/100)
	if err != nil {
		return err
	}
	r.LeftOut = slices.Concat(c.left, without, left, r.LeftOut)
	if l.html != "" {
		if err := pages.Write(l.html, name, r); err != nil {
			return host(fmt.Errorf("write pages to %s: %w", l.html, err))
		}
		w.say(fmt.Sprintf("%s has %s; only you can read it", filepath.Join(l.html, "index.html"), numerals.Counted(len(r.Pairs), "pair")))
	}
	if l.json {
		return printJSON(w.out, r)
	}
	return host(printLikeness(w, r))
}

// comparedContest finds the bots of a contest, or all versions of a site's.
func comparedContest(ctx context.Context, name string) (*compared, error) {
	f, err := config.Read(contestFile(name))
	if err != nil {
		return nil, err
	}
	c := &compared{kind: f.Kind}
	if c.dir = filepath.Dir(filepath.Dir(filepath.Dir(f.Path))); server.Is(c.dir) {
		return c, c.ofSite(ctx, f)
	}
	dir, started := folders.Dir(f.Path)
	c.dir = dir
	authors := map[string]string{}
	if started {
		played, err := stored.Read(ctx, dir)
		if err != nil {
			return nil, err
		}
		defer played.Close()
		for _, e := range played.Entries {
			authors[e.Name] = e.Author
		}
	}
	c.sources, c.left = gather.Contest(f, dir, func(bot string) string { return authors[bot] })
	return c, nil
}

// contestFile returns the file of a contest by its own name, its folder's, or SITE/CONTEST.
func contestFile(name string) string {
	dir := filepath.Clean(name)
	if site := filepath.Dir(dir); server.Is(site) {
		dir = filepath.Join(site, "contests", filepath.Base(dir))
	}
	if own := filepath.Join(dir, sitecontests.FileName); exists(own) {
		return own
	}
	return strings.TrimSuffix(dir, ".toml") + ".toml"
}

// ofSite finds the versions that the site in the folder keeps of a contest. Bots of its file beside those that people hand in are house
// bots.
func (c *compared) ofSite(ctx context.Context, f *config.File) error {
	db, err := database.Beside(ctx, filepath.Join(c.dir, "site.db"))
	if err != nil {
		return host(err)
	}
	defer db.Close()
	kept, gone, err := entries.AllKept(ctx, db, filepath.Join(c.dir, "submitted"), filepath.Base(filepath.Dir(f.Path)))
	if err != nil {
		return host(err)
	}
	for _, k := range kept {
		c.sources = append(c.sources, gather.Source{Author: k.Author, Bot: k.Bot, Number: k.Number, Path: k.Path})
	}
	if gone > 0 {
		c.left = append(c.left, numerals.Counted(gone, "version")+" whose files the site does not keep any more")
	}
	house, _ := gather.Contest(f, f.Path, func(string) string { return "" })
	c.given = slices.DeleteFunc(house, func(s gather.Source) bool { return f.Folder != "" && filepath.Dir(s.Path) == f.Folder })
	return nil
}

// outside refuses a folder for private pages in the folder of a contest or a site, of which others are shown a part.
func outside(dir, of string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(of, abs); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("--html %s: the pages are private, and this is in %s, of which others see a part: name a folder elsewhere", dir,
			of)
	}
	return nil
}

// mostLeft is the number of sentences about what was left out that are printed.
const mostLeft = 10

// printLikeness prints the pairs as a table, with what was taken out and left out below.
func printLikeness(w *world, r *similar.Result) error {
	t := table.Table{}
	for _, head := range []string{"Author", "Bot", "Shared", "Lines", "Author", "Bot", "Shared", "Lines", "Language"} {
		t.Columns = append(t.Columns, table.Column{Head: head, Remark: head == "Language"})
	}
	for _, p := range r.Pairs {
		var row []table.Cell
		for _, s := range []similar.Side{p.One, p.Other} {
			for _, text := range []string{s.Author, pages.Label(s), pages.Percent(s.Share), strconv.Itoa(s.Lines)} {
				at := &t.Columns[len(row)]
				at.Width = max(at.Width, len([]rune(text))+2, len(at.Head)+2)
				row = append(row, table.Text(text))
			}
		}
		t.Rows = append(t.Rows, append(row, table.Text(cmp.Or(p.One.Language, "unknown"))))
	}
	t.Notes = []string{r.Caution,
		fmt.Sprintf("Compared: %s of %s. Taken out: what %s of starters and house bots have, and %s that more than a quarter of the "+
			"authors have.", numerals.Counted(r.Versions, "version"), numerals.Counted(r.Authors, "author"),
			numerals.Counted(r.Given, "file"), numerals.Counted(r.Common, "fingerprint"))}
	for i, text := range r.LeftOut {
		if i == mostLeft {
			t.Notes = append(t.Notes, fmt.Sprintf("Left out: %d more; --json lists them all", len(r.LeftOut)-i))
			break
		}
		t.Notes = append(t.Notes, "Left out: "+text)
	}
	if len(r.Pairs) == 0 {
		none := "No two authors have versions that share " + pages.Percent(r.Least) + ".\n"
		_, err := fmt.Fprintln(w.out, clean.Text(none+strings.Join(t.Notes, "\n")))
		return err
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}
