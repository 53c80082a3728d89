package embedded

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"agon/contest/queue"
	"agon/contest/queue/jetstream"
)

// worker is one of the file workers.json.
type worker struct {
	Name    string    `json:"name"`
	Key     string    `json:"key"` // public nkey
	Classes []string  `json:"classes,omitempty"`
	Expires time.Time `json:"expires,omitzero"`
}

// A door decides who may connect and with which rights. The NATS server calls Check for each connection.
type door struct {
	file, space string
	seed, own   string // nkey of the server's own side: new at each start, and never written down

	mu      sync.Mutex
	nats    *server.Server
	workers []worker
	rooms   map[string]*server.Account // of each public key
	open    map[string][]uint64        // connections of each worker, oldest first; some may have ended
}

// openDoor reads the workers of a folder.
func openDoor(dir, space string) (*door, error) {
	d := &door{file: filepath.Join(dir, "workers.json"), space: space, open: make(map[string][]uint64),
		rooms: make(map[string]*server.Account)}
	if err := queue.CheckWorker(space); err != nil {
		return nil, fmt.Errorf("space of the queue: %w", err)
	}
	var err error
	if d.seed, d.own, err = newKey(); err != nil {
		return nil, err
	}
	d.workers, err = readWorkers(d.file)
	return d, err
}

// readWorkers reads the file of the workers; there are none without it.
func readWorkers(file string) (workers []worker, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &workers); err != nil {
		return nil, fmt.Errorf("%s: %w: restore the file, or remove it and invite the workers again", file, err)
	}
	return workers, nil
}

// refresh takes in workers that another process has invited. The caller holds the lock.
func (d *door) refresh() error {
	workers, err := readWorkers(d.file)
	if err != nil {
		return err
	}
	for _, w := range workers {
		if d.rooms[w.Key] == nil {
			if err := d.furnish(w); err != nil {
				return err
			}
		}
	}
	d.workers = workers
	return nil
}

// locked calls change while no other process changes the list of workers.
func locked(file string, change func() error) error {
	lock := flock.New(file+".lock", flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer lock.Unlock()
	return change()
}

// newKey returns the two halves of a new nkey.
func newKey() (seed, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	secret, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return string(secret), public, err
}

// opened starts a server and prepares it for its workers, who wait meanwhile. JetStream starts by itself only if there is one account.
func (d *door) opened(s *server.Server) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.nats = s
	s.Start()
	for _, subject := range jetstream.Services(d.space) {
		if err := s.GlobalAccount().AddServiceExport(subject, nil); err != nil {
			return fmt.Errorf("offer %s to workers: %w", subject, err)
		}
	}
	for _, w := range d.workers {
		if err := d.furnish(w); err != nil {
			return err
		}
	}
	return nil
}

// furnish makes the NATS account of a worker, which sees nothing but the subjects that the worker has a right to. Rights of the user alone
// would not do: a reply goes to any subject that a request names, with all rights of the request's account. The caller holds the lock.
func (d *door) furnish(w worker) error {
	room, err := d.nats.RegisterAccount(w.Key)
	if err != nil {
		return fmt.Errorf("account of worker %q: %w", w.Name, err)
	}
	publish, _ := jetstream.Rights(d.space, w.Name, w.Classes)
	for _, subject := range publish {
		if err := room.AddServiceImport(d.nats.GlobalAccount(), subject, subject); err != nil {
			return fmt.Errorf("account of worker %q: import %s: %w", w.Name, subject, err)
		}
	}
	d.rooms[w.Key] = room
	return nil
}

// Check reports whether a connection may be used, after giving it its rights.
func (d *door) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if c.Kind() != server.CLIENT || !signed(o.Nkey, o.Sig, c.GetNonce()) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if o.Nkey == d.own {
		c.RegisterUser(&server.User{Username: "server", Account: d.nats.GlobalAccount()})
		return true
	}
	known := func() int { return slices.IndexFunc(d.workers, func(w worker) bool { return w.Key == o.Nkey }) }
	at := known()
	if at < 0 && d.refresh() == nil {
		at = known()
	}
	if at < 0 || d.rooms[o.Nkey] == nil || (!d.workers[at].Expires.IsZero() && time.Now().After(d.workers[at].Expires)) {
		return false
	}
	w := d.workers[at]
	publish, subscribe := jetstream.Rights(d.space, w.Name, w.Classes)
	c.RegisterUser(&server.User{Username: w.Name, Account: d.rooms[w.Key], Permissions: &server.Permissions{
		Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
	}})
	d.admit(w.Name, c.GetID())
	return true
}

// signed reports whether a signature of the nonce was made with the seed of a public key.
func signed(key, signature string, nonce []byte) bool {
	public, err := nkeys.FromPublicKey(key)
	if err != nil || len(nonce) == 0 {
		return false
	}
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	return err == nil && public.Verify(nonce, sig) == nil
}

// admit notes a connection, and ends a worker's oldest if there are too many. The caller holds the lock.
func (d *door) admit(name string, id uint64) {
	ids := slices.DeleteFunc(d.open[name], func(id uint64) bool { return d.nats.GetClient(id) == nil })
	ids = append(ids, id)
	for len(ids) > MaxConnections {
		d.end(ids[0])
		ids = ids[1:]
	}
	d.open[name] = ids
}

// end ends a connection. The NATS server takes its own locks meanwhile, so nobody waits for it.
func (d *door) end(id uint64) {
	nats := d.nats
	go nats.DisconnectClientByID(id) // an error means that it has ended already
}

// with returns the list with one more worker.
func with(workers []worker, w worker) ([]worker, error) {
	if slices.ContainsFunc(workers, func(other worker) bool { return other.Name == w.Name }) {
		return nil, fmt.Errorf("there is a worker %q already: choose another name, or remove it first", w.Name)
	}
	return append(slices.Clone(workers), w), nil
}

// remove removes a worker and ends its connections.
func (d *door) remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return locked(d.file, func() error { return d.removeLocked(name) })
}

// removeLocked is remove for callers that hold both locks.
func (d *door) removeLocked(name string) error {
	if err := d.refresh(); err != nil {
		return err
	}
	left := slices.DeleteFunc(slices.Clone(d.workers), func(w worker) bool { return w.Name == name })
	if len(left) == len(d.workers) {
		return fmt.Errorf("%w: there is no worker %q", fs.ErrNotExist, name)
	}
	if err := d.replace(left); err != nil {
		return err
	}
	for _, id := range d.open[name] {
		d.end(id)
	}
	delete(d.open, name)
	return nil
}

// replace writes the file and then takes the list over.
func (d *door) replace(workers []worker) error {
	text, err := json.MarshalIndent(workers, "", "\t")
	if err != nil {
		return err
	}
	if err := keep(d.file, append(text, '\n')); err != nil {
		return fmt.Errorf("write the list of workers: %w", err)
	}
	d.workers = workers
	return nil
}
