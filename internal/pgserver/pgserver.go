/*
Package pgserver starts PostgreSQL servers for tests: from Debian's packages, in a temporary folder, on a Unix socket and a port of the
loopback address. As root it runs them as the packages' user postgres, since PostgreSQL refuses root.
*/
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrMissing is the error of a machine without PostgreSQL.
var ErrMissing = errors.New("PostgreSQL is not installed (Debian: apt-get install postgresql)")

// A Server is a PostgreSQL server with the superuser agon, who needs no password on the socket, and the user "guest", who needs one on the
// loopback address.
type Server struct {
	programs string // folder of initdb and postgres
	dir      string
	port     int
	user     *user // nil: this process's
	settings string
	running  *exec.Cmd     // nil if the server is stopped
	ended    chan struct{} // closed when it has
}

// The settings of servers. A server for tests does not flush its writes to the disk: only a crash of the machine would lose them.
const (
	ForTests = "-c fsync=off -c full_page_writes=off -c shared_buffers=64MB"
	Durable  = "-c shared_buffers=512MB -c max_wal_size=4GB"
)

// Password is that of the user guest.
const Password = "s3cret-of-guest"

// New makes a database cluster and starts its server, with ForTests or Durable. Close it.
func New(settings string) (s *Server, err error) {
	programs, err := find()
	if err != nil {
		return nil, err
	}
	s = &Server{programs: programs, settings: settings}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if err = s.place(); err != nil {
		return nil, err
	}
	initdb := s.command("initdb", "-D", s.data(), "-U", "agon", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
	if output, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, output)
	}
	access := "local all,replication all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err = os.WriteFile(filepath.Join(s.data(), "pg_hba.conf"), []byte(access), 0o644); err != nil {
		return nil, err
	}
	if err = s.Start(); err != nil {
		return nil, err
	}
	err = s.Exec("CREATE ROLE guest LOGIN PASSWORD '"+Password+"'", "CREATE DATABASE agon", "GRANT ALL ON DATABASE agon TO guest",
		"GRANT agon TO guest")
	return s, err
}

// place makes the server's folder, and finds a port.
func (s *Server) place() (err error) {
	// Paths of sockets are short, so the folder is not one of the test's.
	if s.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return err
	}
	if s.user, err = unprivileged(); err != nil {
		return err
	}
	if err = s.user.own(s.dir); err != nil {
		return err
	}
	s.port, err = freePort()
	return err
}

// Replica starts a server that follows this one. From then on this one confirms a transaction when both have it. Close the replica.
func (s *Server) Replica() (r *Server, err error) {
	r = &Server{programs: s.programs, settings: s.settings}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	if err = r.place(); err != nil {
		return nil, err
	}
	copies := s.command("pg_basebackup", "-h", s.dir, "-p", strconv.Itoa(s.port), "-U", "agon", "-D", r.data(), "-R", "--checkpoint=fast",
		"--no-sync")
	if output, err := copies.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w\n%s", err, output)
	}
	if err = r.Start(); err == nil {
		err = s.Exec("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	}
	for synchronous := int64(0); err == nil && synchronous == 0; time.Sleep(10 * time.Millisecond) {
		synchronous, err = s.Number("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
	}
	return r, err
}

// Promote has a replica take transactions itself, once the server that it follows is stopped.
func (s *Server) Promote() error { return s.Exec("SELECT pg_promote()") }

// find returns the folder of the newest PostgreSQL's programs.
func find() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		if path, err := exec.LookPath("initdb"); err == nil {
			return filepath.Dir(path), nil
		}
		return "", ErrMissing
	}
	number := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return number(a) - number(b) })), nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command returns a program of PostgreSQL, run as the server's user.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, name), args...)
	cmd.Dir = s.dir
	s.user.apply(cmd)
	return cmd
}

// Start starts the server, and returns when it answers.
func (s *Server) Start() error {
	args := append([]string{"-D", s.data(), "-p", strconv.Itoa(s.port), "-k", s.dir,
		"-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"}, strings.Fields(s.settings)...)
	server := s.command("postgres", args...)
	log, err := os.OpenFile(s.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	server.Stdout, server.Stderr = log, log
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread() // the server ends with the thread that starts it
		defer close(ended)
		err := server.Start()
		started <- err
		if err == nil {
			server.Wait() // with an exit code that means nothing
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	s.running, s.ended = server, ended
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		err := s.Exec()
		if err == nil {
			return nil
		}
		if time.Since(begun) > 2*time.Minute {
			text, _ := os.ReadFile(s.log())
			return fmt.Errorf("PostgreSQL does not start: %w\n%s", err, text)
		}
	}
}

func (s *Server) log() string { return filepath.Join(s.dir, "log") }

// Stop stops the server at once, as a crash does (pg_ctl stop -m immediate).
func (s *Server) Stop() error {
	if s.running == nil {
		return nil
	}
	err := s.running.Process.Signal(syscall.SIGQUIT)
	<-s.ended
	s.running = nil
	return err
}

// Close stops the server and removes its files.
func (s *Server) Close() error {
	s.Stop()
	return os.RemoveAll(s.dir)
}

// URL returns the address of the database agon for the superuser, on the socket.
func (s *Server) URL() string {
	u := url.URL{Scheme: "postgres", User: url.User("agon"), Path: "/agon",
		RawQuery: url.Values{"host": {s.dir}, "port": {strconv.Itoa(s.port)}}.Encode()}
	return u.String()
}

// LoopbackURL returns the address of the database agon on the loopback address, for guest, without the password.
func (s *Server) LoopbackURL() string {
	return fmt.Sprintf("postgres://guest@127.0.0.1:%d/agon", s.port)
}

// Exec runs statements as the superuser in the database agon, or postgres if it does not exist yet.
func (s *Server) Exec(statements ...string) error {
	err := s.ExecIn("agon", statements...)
	var answer *pgconn.PgError
	if errors.As(err, &answer) && answer.Code == "3D000" {
		return s.ExecIn("postgres", statements...)
	}
	return err
}

// Number returns the number that a query of the database agon returns.
func (s *Server) Number(query string) (n int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, query).Scan(&n)
	return n, err
}

// ExecIn runs statements as the superuser in a database.
func (s *Server) ExecIn(database string, statements ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	config, err := pgx.ParseConfig(s.URL())
	if err != nil {
		return err
	}
	config.Database = database
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
