package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

// chunkSize is the size of all chunks of a file but the last, in bytes.
const chunkSize = 256 << 10

// end is the name of the chunk that holds the size of a whole file.
const end = "end"

type files struct{ link *Link }

// Put stores a file.
func (f files) Put(ctx context.Context, name string, content io.Reader) error {
	l := f.link
	if l.options.Worker != "" {
		return fmt.Errorf("a worker puts file %s: %w", name, fs.ErrPermission)
	}
	if err := queue.CheckFile(name); err != nil {
		return err
	}
	if _, err := f.chunk(ctx, name, end); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := f.send(ctx, name, queue.Verify(name, content)); err != nil {
		if purged := f.remove(context.WithoutCancel(ctx), name); purged != nil {
			return errors.Join(err, purged)
		}
		return err
	}
	return nil
}

func (f files) send(ctx context.Context, name string, content io.Reader) error {
	size, buffer := 0, make([]byte, chunkSize)
	for i := 0; ; i++ {
		n, err := io.ReadFull(content, buffer)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return err
		}
		if n > 0 {
			if err := f.store(ctx, name, strconv.Itoa(i), buffer[:n]); err != nil {
				return err
			}
		}
		if size += n; err != nil {
			break
		}
	}
	return f.store(ctx, name, end, []byte(strconv.Itoa(size)))
}

func (f files) store(ctx context.Context, name, chunk string, data []byte) error {
	c := f.link.conn
	return c.persist(ctx, "store file "+name, func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, f.link.names.chunk(name, chunk), data, jetstream.WithRetryAttempts(0))
		if full(err) {
			return fmt.Errorf("%w: the stream %s has its maximum of bytes", queue.ErrFull, f.link.names.files())
		}
		return err
	})
}

// full reports whether a stream has its maximum of bytes. The server has one code for all that its store refuses, and describes which it
// was.
func full(err error) bool {
	const storeFailed = 10077
	var refused jetstream.JetStreamError
	if !errors.As(err, &refused) || refused.APIError() == nil {
		return false
	}
	return refused.APIError().ErrorCode == storeFailed && refused.APIError().Description == "maximum bytes exceeded"
}

// Retain removes files.
func (f files) Retain(ctx context.Context, keep func(name string) bool) error {
	l := f.link
	if l.options.Worker != "" {
		return fmt.Errorf("a worker removes files: %w", fs.ErrPermission)
	}
	return l.conn.persist(ctx, "remove files", func(ctx context.Context) error {
		stream, err := l.conn.js.Stream(ctx, l.names.files())
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(l.names.chunk("*", "0"))) // an empty file takes no room
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			name, _, _ := strings.Cut(strings.TrimPrefix(subject, l.names.space+".files."), ".")
			if keep(name) {
				continue
			}
			if err := stream.Purge(ctx, jetstream.WithPurgeSubject(l.names.chunk(name, "*"))); err != nil {
				return err
			}
		}
		return nil
	})
}

// remove deletes what there is of a file, within the time of one attempt.
func (f files) remove(ctx context.Context, name string) error {
	ctx, stop := context.WithTimeout(ctx, attempt)
	defer stop()
	stream, err := f.link.conn.js.Stream(ctx, f.link.names.files())
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(f.link.names.chunk(name, "*")))
}

// chunk reads one chunk.
func (f files) chunk(ctx context.Context, name, chunk string) ([]byte, error) {
	l := f.link
	var data []byte
	err := l.conn.persist(ctx, "read file "+name, func(ctx context.Context) error {
		m, status, err := l.conn.request(ctx, direct(l.names.files(), l.names.chunk(name, chunk)), nil)
		switch {
		case err != nil:
			return err
		case status == "404":
			return fs.ErrNotExist
		case status != "":
			return fmt.Errorf("status %s %s", status, m.Header.Get("Description"))
		}
		data = m.Data
		return nil
	})
	return data, err
}

// Get opens a file.
func (f files) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	if err := queue.CheckFile(name); err != nil {
		return nil, err
	}
	text, err := f.chunk(ctx, name, end)
	if err != nil {
		return nil, err
	}
	size, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || size < 0 || size > queue.MaxFile {
		return nil, fmt.Errorf("file %s: the size %.20q is not one of 0 to %d", name, text, queue.MaxFile)
	}
	return io.NopCloser(queue.Verify(name, &fileReader{ctx: ctx, files: f, name: name, left: size})), nil
}

// fileReader reads the chunks of a file, one after the other.
type fileReader struct {
	ctx   context.Context
	files files
	name  string
	next  int
	left  int64 // bytes after data
	data  bytes.Reader
}

func (r *fileReader) Read(p []byte) (int, error) {
	if r.data.Len() > 0 {
		return r.data.Read(p)
	}
	if r.left == 0 {
		return 0, io.EOF
	}
	data, err := r.files.chunk(r.ctx, r.name, strconv.Itoa(r.next))
	if err != nil {
		return 0, err
	}
	if int64(len(data)) != min(r.left, chunkSize) {
		return 0, fmt.Errorf("file %s: chunk %d has %d bytes, want %d: %w", r.name, r.next, len(data), min(r.left, chunkSize),
			queue.ErrContent)
	}
	r.left -= int64(len(data))
	r.next++
	r.data.Reset(data)
	return r.data.Read(p)
}
