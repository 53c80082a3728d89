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
	least, html string
	json        bool
}

func newSimilar(w *world) *cobra.Command {
	l := &likeness{}
	cmd := &cobra.Command{
		Use:   "similar CONTEST",
		Short: "compare the sources of bots of different authors",
		Long: `Similar compares the sources of a contest's bots and lists the pairs of authors whose bots share most: of each pair the two versions that share the most. It
is a hint for people to look at, never a verdict, and private: agon publish has nothing of it.

Names, literals, comments, white space and the order of functions do not count. What everybody has is taken out: the kind's starters and bots, house bots of
a site, and what more than a quarter of at least five authors have. Bots of one author are not compared with one another. A share is that of a version's
remaining fingerprints that the other version has.

CONTEST is a contest's file or folder: the files that its bots have now, and all versions of a contest of agents. For a contest of a site (SITE/CONTEST) it is
all versions whose files the site keeps; the site may be in use. Programs without their source, images and bots elsewhere are left out and named.`,
		Example: examples(`  agon similar contest.toml
  agon similar ./site/course --least 50% --html ./similar
  agon similar contest.toml --json`),
		Args:              between(1, 1),
		ValidArgsFunction: contests,
		RunE:              func(cmd *cobra.Command, args []string) error { return l.run(cmd.Context(), w, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&l.least, "least", "30%", "`PERCENTAGE` that one of two versions shares with the other, at least")
	f.StringVar(&l.html, "html", "", "`DIR` to write a page for each pair to, with both sources side by side")
	f.BoolVar(&l.json, "json", false, "print one JSON object")
	return cmd
}

func (l *likeness) run(ctx context.Context, w *world, name string) error {
	least, err := strconv.ParseFloat(strings.TrimSuffix(l.least, "%"), 64)
	if err != nil || !strings.HasSuffix(l.least, "%") || !(least >= 0 && least <= 100) {
		return fmt.Errorf("--least takes a percentage from 0%% to 100%%, not %q", l.least)
	}
	f, err := config.Read(contestFile(name))
	if err != nil {
		return err
	}
	k, err := findKind(f.Kind)
	if err != nil {
		return err
	}
	private, find := filepath.Dir(filepath.Dir(filepath.Dir(f.Path))), ofSite
	if !server.Is(private) {
		private, find = strings.TrimSuffix(f.Path, ".toml"), ofFile
	}
	if err := outside(l.html, private); err != nil {
		return err
	}
	sources, house, left, err := find(ctx, f, private)
	if err != nil {
		return host(err)
	}
	own, _, err := gather.Read(ctx, house)
	if err != nil {
		return host(err)
	}
	versions, without, err := gather.Read(ctx, sources)
	if err != nil {
		return host(err)
	}
	given := gather.Kind(k)
	for _, v := range own {
		given = append(given, v.Files...)
	}
	r, err := similar.Compare(ctx, versions, given, least/100)
	if err != nil {
		return err
	}
	r.LeftOut = slices.Concat(left, without, r.LeftOut)
	return l.show(w, name, r)
}

// show writes the pages of a result, and prints it.
func (l *likeness) show(w *world, name string, r *similar.Result) error {
	if l.html != "" {
		if err := pages.Write(l.html, name, r); err != nil {
			return fmt.Errorf("--html: %w", err)
		}
		w.say(fmt.Sprintf("%s has %s; only you can read it", filepath.Join(l.html, "index.html"), numerals.Counted(len(r.Pairs), "pair")))
	}
	if l.json {
		return printJSON(w.out, r)
	}
	return host(printLikeness(w, r))
}

// contestFile returns the file of a contest by its own name, its folder's, or SITE/CONTEST.
func contestFile(name string) string {
	dir := filepath.Clean(name)
	if site := filepath.Dir(dir); server.Is(site) {
		dir = filepath.Join(site, "contests", filepath.Base(dir))
	}
	if own := filepath.Join(dir, sitecontests.FileName); server.Is(filepath.Dir(filepath.Dir(dir))) {
		return own
	}
	return strings.TrimSuffix(dir, ".toml") + ".toml"
}

// ofFile finds the bots of a contest that agon run plays, in a folder, by its file. Their authors are those that its ledger has.
func ofFile(ctx context.Context, f *config.File, dir string) (sources, house []gather.Source, left []string, err error) {
	authors := map[string]string{}
	if _, started := folders.Dir(f.Path); started {
		c, err := stored.Read(ctx, dir)
		if err != nil {
			return nil, nil, nil, err
		}
		defer c.Close()
		for _, e := range c.Entries {
			authors[e.Name] = e.Author
		}
	}
	sources, left = gather.Contest(f, dir, authors)
	return sources, nil, left, nil
}

// ofSite finds the versions that a site keeps of a contest. Bots of its file that nobody handed in are house bots.
func ofSite(ctx context.Context, f *config.File, site string) (sources, house []gather.Source, left []string, err error) {
	db, err := database.Open(ctx, filepath.Join(site, "site.db"))
	if err != nil {
		return nil, nil, nil, err
	}
	defer db.Close()
	kept, gone, err := entries.AllKept(ctx, db, filepath.Join(site, "submitted"), filepath.Base(filepath.Dir(f.Path)))
	for _, k := range kept {
		sources = append(sources, gather.Source{Version: similar.Version{Author: k.Author, Bot: k.Bot, Number: k.Number}, Path: k.Path})
	}
	if gone > 0 {
		left = append(left, numerals.Counted(gone, "version")+" whose files the site does not keep any more")
	}
	house, _ = gather.Contest(f, filepath.Join(filepath.Dir(f.Path), "contest"), nil)
	return sources, slices.DeleteFunc(house, func(s gather.Source) bool { return filepath.Dir(s.Path) == f.Folder }), left, err
}

// outside refuses a folder for private pages in the folder of a contest or a site, of which others are shown a part.
func outside(dir, of string) error {
	abs, err := filepath.Abs(dir)
	if rel, bad := filepath.Rel(of, abs); dir != "" && err == nil && bad == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("--html %s: the pages are private, and others see a part of %s: name a folder elsewhere", dir, of)
	}
	return err
}

// mostLeft is the number of sentences about what was left out that are printed.
const mostLeft = 10

// printLikeness prints the pairs as a table, with what was taken out and left out below.
func printLikeness(w *world, r *similar.Result) error {
	t := table.Table{Notes: []string{r.Caution, fmt.Sprintf("Compared: %s of %s. Taken out: what %s of starters and house bots have, and "+
		"%s that more than a quarter of the authors have.", numerals.Counted(r.Versions, "version"), numerals.Counted(r.Authors, "author"),
		numerals.Counted(r.Given, "file"), numerals.Counted(r.Common, "fingerprint"))}}
	for _, head := range []string{"Author", "Bot", "Shared", "Lines", "Author", "Bot", "Shared", "Lines", "Language"} {
		t.Columns = append(t.Columns, table.Column{Head: head, Width: len(head) + 2, Remark: head == "Language"})
	}
	for _, p := range r.Pairs {
		var row []table.Cell
		for _, s := range []similar.Side{p.One, p.Other} {
			for _, text := range []string{s.Author, s.Label(), pages.Percent(s.Share), strconv.Itoa(s.Lines)} {
				t.Columns[len(row)].Width = max(t.Columns[len(row)].Width, len([]rune(text))+2)
				row = append(row, table.Text(text))
			}
		}
		t.Rows = append(t.Rows, append(row, table.Text(cmp.Or(p.One.Language, "unknown"))))
	}
	if len(r.Pairs) == 0 {
		t.Notes = slices.Insert(t.Notes, 0, "No two authors have versions that share "+pages.Percent(r.Least)+".")
	}
	for _, text := range r.LeftOut[:min(mostLeft, len(r.LeftOut))] {
		t.Notes = append(t.Notes, "Left out: "+text)
	}
	if more := len(r.LeftOut) - mostLeft; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Left out: %d more, which --json lists", more))
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}
