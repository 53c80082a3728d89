package queue

import (
	"context"
	"io"
)

// A Link connects a server with its workers. Jobs go one way, results the other; the server gives files and reads reports.
//
// Each side has its own Link. The server offers jobs of any class, takes results, puts files and reads reports. A worker takes jobs of the
// classes it was opened with, offers results, gets files, replaces its own report and sends frames; everything else fails with
// [io/fs.ErrPermission]. A result carries its worker's name in [Job].From, which the worker cannot choose.
type Link struct {
	Jobs     Queue
	Results  Queue
	Files    Files
	Presence Presence
	Frames   Frames
	Poison   Poison // nil at a worker
}

// Files keeps files for workers: the bots of jobs. A file's name is the SHA-256 of its content, as 64 lower-case
// hexadecimal digits. It is safe for concurrent use.
type Files interface {
	// Put stores a file of at most [MaxFile] bytes. If there is one of this name it does nothing. Content that does not match the name is
	// an error, and nothing is stored. If there is no room for it the error is [ErrFull].
	Put(ctx context.Context, name string, content io.Reader) error
	// Get opens a file; the error is [io/fs.ErrNotExist] if there is none. The reader fails at its end if the content does not match the
	// name, and fails when ctx ends.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// Retain removes all files but those whose names keep accepts.
	Retain(ctx context.Context, keep func(name string) bool) error
}

// Presence keeps the newest report of each worker for a short time: a worker that reports no more disappears. It is safe for concurrent
// use.
type Presence interface {
	// Report replaces a worker's report, of at most [MaxReport] bytes. A worker reports under its own name only.
	Report(ctx context.Context, worker string, report []byte) error
	// Reports returns the newest report of each worker that is present.
	Reports(ctx context.Context) (map[string][]byte, error)
}

// Frames carries games that are being played, for who watches. A frame may be lost: none is stored, and nobody waits for one. It is safe
// for concurrent use.
type Frames interface {
	// Send sends a frame of at most [MaxFrame] bytes to the server. A worker sends under its own name only.
	Send(worker string, frame []byte) error
	// Receive calls take with each frame that comes until ctx is done, one after the other; frames that come while take is slow are lost.
	// Its error is not ctx's.
	Receive(ctx context.Context, take func(worker string, frame []byte)) error
}

// Poison is the server's list of jobs that were delivered [MaxDeliveries] times without being done. They are not delivered any more, nor
// accepted when they are offered again, until they are withdrawn. A job may join the list only when a taker next asks for jobs of its
// class. It is safe for concurrent use.
type Poison interface {
	// Poisoned returns the list, ordered by name.
	Poisoned(ctx context.Context) ([]Poisoned, error)
	// Withdraw removes a job whether it is waiting, under lease or poisoned, after which it can be offered again. An unknown name is no
	// error.
	Withdraw(ctx context.Context, name string) error
}

// Poisoned is a job that no taker has ended.
type Poisoned struct {
	Job        Job
	Deliveries int
}
