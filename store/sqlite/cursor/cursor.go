/*
Package cursor reads the rows of an SQLite file without a lock and without an allocation for each column. Package database/sql and the driver below
it cost three microseconds a row of twenty columns, most of it in locks of a connection that only one goroutine uses; a ledger of a million
games is read in a third of that.

It reads and nothing else: what writes, and what asks for single values, uses database/sql.
*/
package cursor

import (
	"fmt"
	"unsafe"

	"modernc.org/libc"
	api "modernc.org/sqlite/lib"
)

// A File is a connection to an SQLite file that reads. One goroutine at a time may use it and its Rows.
type File struct {
	tls *libc.TLS
	db  uintptr
}

// An Error is what SQLite refused.
type Error struct {
	Text string
	code int
}

func (e *Error) Error() string { return e.Text }

// Code is SQLite's extended result code.
func (e *Error) Code() int { return e.code }

// patience is how long a lock of a writer is waited for, in ms.
const patience = 10_000

// Open opens a file that is there, by its address: a path, or a URI that begins with "file:".
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

// Close closes the file. Its Rows must be closed.
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

// Query begins to read what a statement without parameters gives.
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

// Do runs a statement that gives no rows.
func (f *File) Do(statement string) error {
	r, err := f.Query(statement)
	if err != nil {
		return err
	}
	for r.Next() {
	}
	return r.Close()
}

// Rows are what a statement gives, row by row.
type Rows struct {
	file      *File
	statement uintptr
	err       error
}

// Next goes to the next row, and reports whether there is one. Where there is none Close tells whether that was the end.
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

// Int64 is a column of the row as a number; NULL is 0.
func (r *Rows) Int64(column int) int64 {
	return int64(api.Xsqlite3_column_int64(r.file.tls, r.statement, int32(column)))
}

// Text is a column of the row as a text, which is good until Next or Close: who keeps it clones it. NULL is empty.
func (r *Rows) Text(column int) string {
	at := api.Xsqlite3_column_text(r.file.tls, r.statement, int32(column))
	if at == 0 {
		return ""
	}
	n := api.Xsqlite3_column_bytes(r.file.tls, r.statement, int32(column))
	return unsafe.String((*byte)(pointer(at)), int(n))
}

// Close ends the reading and returns the error that ended it early.
func (r *Rows) Close() error {
	api.Xsqlite3_finalize(r.file.tls, r.statement) // its result is the error of the last Next once more
	return r.err
}

// pointer is an address of memory that SQLite allocated, outside of Go's heap.
func pointer(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }
