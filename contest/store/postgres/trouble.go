package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"agon/contest/store"
)

// transient reports whether an operation that ended with an error can succeed when it is repeated on a new connection: the server
// restarts, cannot be reached, or lacks resources.
func transient(conn *pgx.Conn, err error) bool {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		switch class := answer.Code[:min(2, len(answer.Code))]; {
		case class == "08" || class == "53" || class == "40": // connection, resources, serialization
			return true
		case class == "57":
			return answer.Code != "57014" // cancelled by somebody
		}
		return answer.Code == "25006" // read-only: a standby that is about to be promoted
	}
	var connecting *pgconn.ConnectError
	return errors.As(err, &connecting) || conn != nil && conn.IsClosed()
}

// cause returns what went wrong as part of a sentence, without addresses and passwords.
func (s *Store) cause(err error) string { return cause(err, s.address.password) }

func cause(err error, secret string) string {
	var answer *pgconn.PgError
	var system syscall.Errno
	var name *net.DNSError
	switch {
	case errors.As(err, &answer):
		text := fmt.Sprintf("%s (%s)", answer.Message, answer.Code)
		if strings.HasPrefix(answer.Code, "28") {
			text += "; the password is that of AGON_STORE, PGPASSWORD or ~/.pgpass"
		}
		return text
	case errors.As(err, &system):
		return system.Error()
	case errors.As(err, &name):
		return name.Err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Sprintf("no answer for %v", answerTime)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the connection was closed"
	}
	text := err.Error()
	if secret != "" {
		text = strings.ReplaceAll(text, secret, "…")
	}
	return text
}

// A failure is the error of an operation that is not a damaged ledger.
type failure struct {
	text string
	err  error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.err }

// failed returns the error of an operation on the ledger, in agon's words.
func (s *Store) failed(doing string, err error) error {
	var mine *failure
	if err == nil || errors.As(err, &mine) || !database(err) {
		return err
	}
	return &failure{fmt.Sprintf("%s the ledger %s: %s", doing, s.address.name(), s.cause(err)), err}
}

// database reports whether an error comes from the database or the connection to it.
func database(err error) bool {
	var answer *pgconn.PgError
	var connecting *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &answer) || errors.As(err, &connecting) || errors.As(err, &network) || pgconn.Timeout(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed)
}

// damaged returns the error of a ledger that cannot be trusted, or a plain one if its rows could not be read for other reasons.
func (s *Store) damaged(why string, err error) error {
	var answer *pgconn.PgError
	if err != nil && !errors.As(err, &answer) && database(err) || errors.Is(err, context.Canceled) {
		return s.failed("read", err)
	}
	// A missing table, column or row, and what PostgreSQL finds wrong with its files.
	if answer != nil && !slices.Contains([]string{"42P01", "42703", "3F000"}, answer.Code) && !strings.HasPrefix(answer.Code, "XX") {
		return s.failed("read", err)
	}
	if answer != nil {
		err = errors.New(s.cause(err))
	}
	return &store.Damaged{Name: s.address.name(), Why: why, Err: err}
}
