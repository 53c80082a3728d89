package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// An Address is the place of a contest's ledger: a database, and the contest's name in it.
type Address struct {
	Contest  string        // empty: none was given
	Patience time.Duration // for a database that does not answer; 0: the usual

	place    url.URL // of the database, without password
	password string  // empty: that of libpq's password file, if any
}

// errForm is the error of an address that cannot be parsed. It does not repeat the address, which may contain a password.
var errForm = errors.New(`the address of a database must have the form postgres://USER@HOST:PORT/DATABASE, with ?contest=NAME to share a contest; a character that is special in URLs is written %XX`)

// Parse parses a URL of libpq's form, postgres://USER:PASSWORD@HOST:PORT/DATABASE?KEY=VALUE. Two keys are agon's own: contest is the name
// of the contest in the database, and patience the time for which a run waits for a database that does not answer.
func Parse(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" || u.Fragment != "" {
		return Address{}, errForm
	}
	keys, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return Address{}, errForm
	}
	a := Address{Contest: keys.Get("contest"), password: keys.Get("password")}
	if password, ok := u.User.Password(); ok {
		a.password = password
		u.User = url.User(u.User.Username())
	}
	if keys.Has("sslpassword") {
		return Address{}, errors.New("the address of a database must not contain sslpassword: use a client key without a passphrase, " +
			"which only you may read")
	}
	if text := keys.Get("patience"); text != "" {
		if a.Patience, err = time.ParseDuration(text); err != nil || a.Patience <= 0 {
			return Address{}, errors.New("patience in the address of the database must be a duration such as 10m")
		}
	}
	for _, key := range []string{"contest", "patience", "password"} {
		keys.Del(key)
	}
	u.RawQuery = keys.Encode()
	a.place = *u
	if _, err := a.config(); err != nil { // it names the place, which has no password any more
		return Address{}, fmt.Errorf("the address of the database: %w", err)
	}
	return a, nil
}

// HasPassword reports whether the address contains a password.
func (a Address) HasPassword() bool { return a.password != "" }

// WithPassword returns the address with a password, unless it has one.
func (a Address) WithPassword(password string) Address {
	if a.password == "" {
		a.password = password
	}
	return a
}

// Completed returns the address with the password and the patience of another address of the same database and user.
func (a Address) Completed(from Address) Address {
	if a.Same(from) {
		a = a.WithPassword(from.password)
		if a.Patience == 0 {
			a.Patience = from.Patience
		}
	}
	return a
}

// Same reports whether two addresses are of the same database and user.
func (a Address) Same(b Address) bool {
	x, errX := a.config()
	y, errY := b.config()
	return errX == nil && errY == nil && x.Host == y.Host && x.Port == y.Port && x.Database == y.Database && x.User == y.User
}

// String returns the address as a URL, with the contest and without the password.
func (a Address) String() string {
	u := a.place
	keys := u.Query()
	if a.Contest != "" {
		keys.Set("contest", a.Contest)
	}
	u.RawQuery = keys.Encode()
	return u.String()
}

// Database returns the host and the name of the database, for messages.
func (a Address) Database() string {
	c, err := a.config()
	switch {
	case err != nil:
		return a.place.Host
	case strings.HasPrefix(c.Host, "/"):
		return c.Database + " at " + c.Host
	}
	host := c.Host
	if c.Port != 5432 {
		host = net.JoinHostPort(host, strconv.Itoa(int(c.Port)))
	}
	return host + "/" + c.Database
}

// name returns the name of the ledger, for messages.
func (a Address) name() string { return fmt.Sprintf("of contest %s in %s", a.Contest, a.Database()) }

// applicationName names this process in the database's list of connections.
var applicationName = func() string {
	host, err := os.Hostname()
	if err != nil {
		host = "an unnamed machine"
	}
	return fmt.Sprintf("agon on %.30s, process %d", host, os.Getpid())
}()

// config returns the settings of a connection. Environment variables of libpq complete the address.
func (a Address) config() (*pgx.ConnConfig, error) {
	u := a.place
	c, err := pgx.ParseConfig(u.String())
	if err != nil {
		return nil, err
	}
	if a.password != "" {
		c.Password = a.password
	}
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = answerTime
	}
	c.RuntimeParams["application_name"] = applicationName
	// A machine that vanished frees its contests after 30 s, instead of the two hours that are usual. Poolers refuse this among the
	// parameters of a new connection.
	c.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		_, err := conn.Exec(ctx, `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4`).ReadAll()
		return err
	}
	return c, nil
}
