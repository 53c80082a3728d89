/*
Package cursor reads the rows of an SQLite file without a lock and without an allocation for each column. Package database/sql and its
driver cost three microseconds for a row of twenty columns, most of it in locks of a connection that only one goroutine uses; this
package reads a ledger of a million games in a third of that time.

It is for reading many rows only: writes and queries of single values use database/sql.
*/
package cursor

import (
	"fmt"
	"unsafe"

	"modernc.org/libc"
	api "modernc.org/sqlite/lib"
)

// A File is a read-only connection to an SQLite file. One goroutine at a time may use it and its Rows.
type File struct {
	tls *libc.TLS
	db  uintptr
}

// An Error is an error of SQLite.
type Error struct {
	Text string
	code int
}

func (e *Error) Error() string { return e.Text }

// Code returns SQLite's extended result code.
func (e *Error) Code() int { return e.code }

// patience is the time to wait for a writer's lock, in ms.
const patience = 10_000

// Open opens an existing file by its address: a path, or a URI that begins with "file:".
func Open(address string) (*File, error) {
	f := &File{tls: libc.NewTLS()}
	name, err := libc.CString(address)
	if err != nil {
		f.tls.Close()
		return nil, err
	}
	defer libc.Xfree(f.tls, name)
	at := f.tls.Alloc(int(unsafe.Sizeof(f.db)))
	rc := api.Xsqlite3_open_v2(f.tls, name, at, api.SQLITE_OPEN_READONLY|api.SQLITE_OPEN_NOMUTEX|api.SQLITE_OPEN_URI, 0)
	f.db = *(*uintptr)(pointer(at))
	f.tls.Free(int(unsafe.Sizeof(f.db)))
	if rc == api.SQLITE_OK {
		rc = api.Xsqlite3_busy_timeout(f.tls, f.db, patience)
	}
	if rc != api.SQLITE_OK {
		err := f.err(rc)
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close closes the file. Its Rows must be closed before.
func (f *File) Close() error {
	rc := api.Xsqlite3_close_v2(f.tls, f.db)
	f.tls.Close()
	if rc != api.SQLITE_OK {
		return &Error{fmt.Sprintf("close: result code %d", rc), int(rc)}
	}
	return nil
}

func (f *File) err(rc int32) error {
	code := rc
	if f.db != 0 {
		code = api.Xsqlite3_extended_errcode(f.tls, f.db)
		return &Error{fmt.Sprintf("%s (%d)", libc.GoString(api.Xsqlite3_errmsg(f.tls, f.db)), code), int(code)}
	}
	return &Error{fmt.Sprintf("result code %d", code), int(code)}
}

// Query starts a statement without parameters.
func (f *File) Query(statement string) (*Rows, error) {
	text, err := libc.CString(statement)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(f.tls, text)
	r := &Rows{file: f}
	at := f.tls.Alloc(int(unsafe.Sizeof(r.statement)))
	defer f.tls.Free(int(unsafe.Sizeof(r.statement)))
	if rc := api.Xsqlite3_prepare_v2(f.tls, f.db, text, -1, at, 0); rc != api.SQLITE_OK {
		return nil, f.err(rc)
	}
	r.statement = *(*uintptr)(pointer(at))
	return r, nil
}

// Do runs a statement and discards its rows.
func (f *File) Do(statement string) error {
	r, err := f.Query(statement)
	if err != nil {
		return err
	}
	for r.Next() {
	}
	return r.Close()
}

// Rows is the result of a statement, row by row.
type Rows struct {
	file      *File
	statement uintptr
	err       error
}

// Next advances to the next row, and reports whether there is one. After false, Close returns the error, if any.
func (r *Rows) Next() bool {
	switch rc := api.Xsqlite3_step(r.file.tls, r.statement); rc {
	case api.SQLITE_ROW:
		return true
	case api.SQLITE_DONE:
	default:
		r.err = r.file.err(rc)
	}
	return false
}

// Int64 returns a column of the row as a number; NULL is 0.
func (r *Rows) Int64(column int) int64 {
	return int64(api.Xsqlite3_column_int64(r.file.tls, r.statement, int32(column)))
}

// Text returns a column of the row as a string, which is valid until Next or Close: clone it to keep it. NULL is empty.
func (r *Rows) Text(column int) string {
	at := api.Xsqlite3_column_text(r.file.tls, r.statement, int32(column))
	if at == 0 {
		return ""
	}
	n := api.Xsqlite3_column_bytes(r.file.tls, r.statement, int32(column))
	return unsafe.String((*byte)(pointer(at)), int(n))
}

// Close ends the reading and returns the error that ended it early, if any.
func (r *Rows) Close() error {
	api.Xsqlite3_finalize(r.file.tls, r.statement) // repeats the error of the last Next
	return r.err
}

// pointer converts an address of memory that SQLite allocated, outside of Go's heap.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
