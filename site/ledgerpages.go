package site

import (
	"context"
	"errors"
	"net/http"
	"time"

	"agon/site/contests"
	"agon/site/disk"
	"agon/site/people"
)

// ledgerPages give organisers the ledgers of contests.
type ledgerPages struct {
	contests *contests.Contests
	disk     *disk.Disk
	record   recorder
}

// ledger serves the ledger of a contest as it is now, while games go on.
func (p *ledgerPages) ledger(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("contest")
	f, err := p.copied(r.Context(), reader(r), name)
	if err != nil {
		return err
	}
	defer f.Close()
	w.Header().Set("Content-Type", "application/vnd.sqlite3")
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.db"`)
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

// copied returns a copy of a contest's ledger for a person, who is named in the log of decisions.
func (p *ledgerPages) copied(ctx context.Context, by *people.Person, contest string) (*disk.Copy, error) {
	c, err := p.contests.Find(contest)
	if err != nil {
		return nil, err
	}
	from, size, err := c.Ledger()
	if err != nil {
		return nil, err
	}
	f, err := p.disk.Copy(ctx, from, size)
	if err != nil {
		return nil, err
	}
	if err := p.record(ctx, by, "downloaded the ledger of "+c.Name, "", c.Name); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
