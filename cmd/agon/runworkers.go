package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"agon/bot/sandbox"
	"agon/contest"
	"agon/fleet"
	"agon/internal/wholefile"
	"agon/queue"
	"agon/queue/jetstream"
	"agon/queue/jetstream/embedded"
	"agon/report"
	"agon/term/table"
)

// workersFolder is the folder in a contest's folder for the queue of its workers: certificate, names and waiting orders.
const workersFolder = "workers"

// addressFile is the file there with the address on which the last run listened for workers.
const addressFile = "address"

// journalFile is the file there that says which worker has played which games.
const journalFile = "played"

// workersLease is how long a worker keeps an order without a sign of life.
const workersLease = 10 * time.Second

// A hired is the queue to the workers of a run.
type hired struct {
	fleet *fleet.Server
	close func()
}

// workersFlags adds the flags about workers.
func (r *running) workersFlags(f *pflag.FlagSet) {
	f.StringVar(&r.workers, "workers", "", "`ADDR` to listen on for workers on other machines, such as :4222; see agon invite worker")
	f.StringVar(&r.nats, "nats", "", "`URL` of NATS servers with JetStream that carry games to workers, instead of --workers")
	f.StringVar(&r.natsCreds, "nats-creds", "", "`FILE` with credentials for them")
	f.StringVar(&r.natsCA, "nats-ca", "", "PEM `FILE` with the authority of their certificates, if this system does not trust it")
	f.BoolVar(&r.away, "no-cores", false, "only workers play, no core of this machine")
}

// errAway says that nobody would play.
var errAway = errors.New("--no-cores leaves every game to workers: add --workers ADDR, or --nats URL")

// calls reports whether the flags want workers.
func (r *running) calls() (bool, error) {
	switch {
	case r.workers == "" && r.nats == "" && r.away:
		return false, errAway
	case r.workers != "" && r.nats != "":
		return false, errors.New("--workers opens a queue of this program, and --nats uses another's: choose one")
	}
	return r.workers != "" || r.nats != "", nil
}

// hire opens the queue to workers, if the flags say so; nil without.
func (r *running) hire(ctx context.Context, c *contest.Contest, note func(string)) (*hired, error) {
	if wanted, err := r.calls(); !wanted || err != nil {
		return nil, err
	}
	l, err := r.reach(ctx, filepath.Join(c.Dir, workersFolder), spaceOf(c.Dir), c.File.Path, note)
	if err != nil {
		return nil, host(err)
	}
	server, journal, err := l.serve(c.Dir, note)
	if err != nil {
		return nil, host(errors.Join(err, l.close()))
	}
	return &hired{server, func() {
		l.close()
		journal.Close()
	}}, nil
}

// A reached is a queue to workers, of a run or of a site.
type reached struct {
	link       queue.Link
	depot      *fleet.Depot
	calibrated time.Duration
	noCores    bool                        // no core of this machine plays
	admit      func(s *fleet.State) string // why a worker gets no games; empty: it gets some
	remove     func(worker string) error   // ends a worker's access; nil: this program cannot
	close      func() error
}

// reach opens a queue that is kept in a folder, or one of NATS servers under the name of a space. Workers are invited to what: a contest's file or a site's
// folder.
func (r *running) reach(ctx context.Context, dir, space, what string, note func(string)) (*reached, error) {
	if r.nats != "" {
		link, err := jetstream.Dial(ctx, r.nats, jetstream.Options{Space: space, Lease: workersLease, Credentials: r.natsCreds, CA: r.natsCA, Note: note})
		if err != nil {
			return nil, fmt.Errorf("--nats: %w", err)
		}
		note(fmt.Sprintf("workers join with: agon worker --nats %s --space %s --name NAME", bare(r.nats), space))
		return &reached{link: link.Queues(), depot: fleet.NewDepot(link.Queues().Files), calibrated: fleet.Calibrate(), noCores: r.away, admit: r.admits, close: func() error {
			link.Close()
			return nil
		}}, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	server, err := embedded.Start(embedded.Options{Dir: dir, Listen: r.workers})
	if err != nil {
		return nil, fmt.Errorf("--workers: %w", err)
	}
	link, err := server.Dial(ctx, jetstream.Options{Lease: workersLease})
	if err == nil {
		err = wholefile.WriteBytes(filepath.Join(dir, addressFile), []byte(server.Addr().String()+"\n"))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--workers: %w", err), server.Close())
	}
	note(fmt.Sprintf("workers may come to %s; invite one with: agon invite worker NAME %s", server.Addr(), what))
	return &reached{link: link.Queues(), depot: fleet.NewDepot(link.Queues().Files), calibrated: fleet.Calibrate(), noCores: r.away, admit: r.admits, remove: server.RemoveWorker, close: func() error {
		link.Close()
		return server.Close()
	}}, nil
}

// serve returns what gives a contest's games to the workers, with its journal, which is the caller's to close.
func (l *reached) serve(dir string, note func(string)) (*fleet.Server, *fleet.Journal, error) {
	own := filepath.Join(dir, workersFolder)
	if err := os.MkdirAll(own, 0o700); err != nil {
		return nil, nil, err
	}
	journal, err := fleet.OpenJournal(filepath.Join(own, journalFile))
	if err != nil {
		return nil, nil, err
	}
	return fleet.New(l.link, fleet.Options{Lease: workersLease, Calibrated: l.calibrated, NoCores: l.noCores, Depot: l.depot, Admit: l.admit, Note: note, Journal: journal, Remove: l.remove}), journal, nil
}

// admits returns why a worker gets no games: --require-sandbox holds for workers too.
func (r *running) admits(s *fleet.State) string {
	least, err := sandbox.ParseLevel(r.protection.require)
	if r.protection.require == "" || err != nil {
		return ""
	}
	if has, err := sandbox.ParseLevel(s.Level); err == nil && has >= least {
		return ""
	}
	return fmt.Sprintf("its sandbox is %q, and --require-sandbox asks for %s", s.Level, least)
}

// spaceOf returns the name of the queue of a contest's or a site's folder in a cluster that others may use too.
func spaceOf(dir string) string {
	if whole, err := filepath.Abs(dir); err == nil {
		dir = whole
	}
	sum := sha256.Sum256([]byte(dir))
	return "agon-" + hex.EncodeToString(sum[:6])
}

// bare returns a URL without a password.
func bare(url string) string {
	if at := strings.LastIndex(url, "@"); at >= 0 {
		if scheme := strings.Index(url, "://"); scheme >= 0 {
			return url[:scheme+3] + url[at+1:]
		}
	}
	return url
}

// addresses returns the addresses under which other machines reach a listener.
func addresses(listen string) ([]string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, fmt.Errorf("address %q: want HOST:PORT", listen)
	}
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{listen}, nil
	}
	var list []string
	if name, err := os.Hostname(); err == nil && !strings.Contains(name, "localhost") {
		list = append(list, net.JoinHostPort(name, port))
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	for _, a := range own {
		if ip, ok := a.(*net.IPNet); ok && !ip.IP.IsLinkLocalUnicast() && len(list) < 8 {
			list = append(list, net.JoinHostPort(ip.IP.String(), port))
		}
	}
	return list, nil
}

// list returns what workers have done; nil without workers.
func (h *hired) list() []report.Worker {
	if h == nil {
		return nil
	}
	return workersOf(h.fleet)
}

// workersOf returns the workers that a contest knows.
func workersOf(server *fleet.Server) (list []report.Worker) {
	for _, x := range server.Workers() {
		w := report.Worker{
			Name: x.Name, Host: x.Host, System: x.System, Cores: x.Cores, Speed: x.Speed, Pace: x.Pace, Games: x.Played, PerSecond: x.Lately, Efficiency: x.Efficiency(),
			Orders: x.Now, Late: x.Late, Checked: x.Checks, Differ: x.Differ, Seen: x.Seen, Here: x.Here, Trouble: x.Lacks,
		}
		switch {
		case x.Aside != "":
			w.Trouble = "set aside: " + x.Aside
		case x.Unfit != "":
			w.Trouble = "no games: " + x.Unfit
		case !x.Here && x.Leaving:
			w.Trouble = "left"
		}
		list = append(list, w)
	}
	return list
}

// orders says what workers have been given.
func (h *hired) orders() string {
	if h == nil {
		return ""
	}
	n, oldest := h.fleet.Orders()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s, the oldest for %v", report.Counted(n, "order"), time.Since(oldest).Round(time.Second))
}

// printWorkers prints what workers have done.
func printWorkers(w *world, workers []report.Worker) error {
	if len(workers) == 0 {
		return nil
	}
	t := &table.Table{Title: "Workers", Columns: []table.Column{
		{Head: "Name", Width: 20}, {Head: "Cores", Width: 6}, {Head: "Speed", Width: 6, Digits: 2}, {Head: "Pace", Width: 6, Digits: 2}, {Head: "Games", Width: 8}, {Head: "Busy %", Width: 7, Digits: 1}, {Head: "Late", Width: 6}, {Head: "Checked", Width: 8}, {Head: "Differ", Width: 7}, {Head: "", Width: 40},
	}}
	for i := range workers {
		x := &workers[i]
		state := ""
		if x.Trouble != "" || !x.Here {
			state = x.State()
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(x.Name), table.Text(fmt.Sprint(x.Cores)), table.Number(x.Speed), table.Number(x.Pace), table.Text(fmt.Sprint(x.Games)), table.Number(100 * x.Efficiency),
			table.Text(fmt.Sprint(x.Late)), table.Text(fmt.Sprint(x.Checked)), table.Text(fmt.Sprint(x.Differ)), table.Text(printable(state)),
		})
	}
	return t.Write(w.out, table.On(w.out, os.Environ()))
}
