package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"agon/contest/store/sqlite"
	"agon/internal/diskfree"
	"agon/site/backup"
	"agon/site/contests"
	"agon/site/people"
)

// copiesBegin is how the names of folders with copies of ledgers begin, in the site's folder.
const copiesBegin = ".ledger-"

// A ledgerCopy is a copy of a contest's ledger that is being downloaded.
type ledgerCopy struct {
	*os.File
	contest string
	dir     string
}

func (f *ledgerCopy) close() { errors.Join(f.File.Close(), os.RemoveAll(f.dir)) }

// ledger serves the ledger of a contest as it is now, while games go on.
func (s *Site) ledger(w http.ResponseWriter, r *http.Request) error {
	f, err := s.copiedLedger(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	defer f.close()
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.contest+`.db"`)
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

// ledgerFile is how the download of a ledger is described.
var ledgerFile = map[string]*huma.Response{
	"200": {Description: "the file", Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}},
}

// sentLedger answers a program with the ledger.
func (s *Site) sentLedger(ctx context.Context, by *people.Person, in *ContestPath) (*huma.StreamResponse, error) {
	f, err := s.copiedLedger(ctx, by, in.Contest)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		defer f.close()
		out.SetHeader("Content-Type", octets)
		io.Copy(out.BodyWriter(), f)
	}}, nil
}

// copiedLedger returns a copy of a contest's ledger for a person, who is named in the log of decisions. One is made at a time, as each needs room on the disk.
func (s *Site) copiedLedger(ctx context.Context, by *people.Person, contest string) (f *ledgerCopy, err error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, err
	}
	from, size, err := c.Ledger()
	if err != nil {
		return nil, err
	}
	if !s.copying.TryLock() {
		return nil, &contests.Conflict{Text: "A ledger is being copied already; try again in a moment."}
	}
	defer s.copying.Unlock()
	if free, err := diskfree.Of(s.options.Dir); err != nil || free < s.options.Reserve+size {
		return nil, errors.Join(err, &people.Problem{Text: "The site's disk has no room for a copy of the ledger. Copy the contest's folder with agon backup, or make room."})
	}
	dir, err := os.MkdirTemp(s.options.Dir, copiesBegin)
	if err != nil {
		return nil, err
	}
	f = &ledgerCopy{contest: c.Name, dir: dir}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
			f = nil
		}
	}()
	copied := filepath.Join(dir, sqlite.Name)
	if err := backup.Snapshot(ctx, from, copied); err != nil {
		return nil, err
	}
	if f.File, err = os.Open(copied); err != nil {
		return nil, err
	}
	if err = s.decided.Record(ctx, by.Name, "downloaded the ledger of "+c.Name, "", c.Name, nil); err != nil {
		f.File.Close()
	}
	return f, err
}

// removeCopies removes what a killed server left of downloads.
func removeCopies(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, copiesBegin+"*"))
	for _, name := range left {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return err
}
