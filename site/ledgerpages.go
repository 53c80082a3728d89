package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/disk"
	"agon/site/people"
)

// ledgerPages give organisers the ledgers of contests.
type ledgerPages struct {
	contests *contests.Contests
	disk     *disk.Disk
	decided  *decisions.Log
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

// file returns the content of a file as it is described. Package huma completes what it is given, so that each site has its own.
func file() map[string]*huma.MediaType {
	return map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}
}

// sent answers a program with the ledger.
func (p *ledgerPages) sent(ctx context.Context, by *people.Person, in *ContestPath) (*huma.StreamResponse, error) {
	f, err := p.copied(ctx, by, in.Contest)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		defer f.Close()
		out.SetHeader("Content-Type", octets)
		io.Copy(out.BodyWriter(), f)
	}}, nil
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
	if err := p.decided.Record(ctx, by.Name, "downloaded the ledger of "+c.Name, "", c.Name, nil); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
