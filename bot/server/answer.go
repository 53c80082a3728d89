package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// An answer is what came of a request.
type answer struct {
	body   []byte
	status int
	err    error
	wall   time.Duration
}

// read reads a response.
func read(r *http.Response, err error) answer {
	if err != nil {
		return answer{err: err}
	}
	defer r.Body.Close()
	body, err := io.ReadAll(io.LimitReader(r.Body, longest+1))
	if err == nil && len(body) > longest {
		err = fmt.Errorf("its answer has more than %d KiB", longest>>10)
	}
	return answer{body: body, status: r.StatusCode, err: err}
}

// wrong returns why an answer is none; empty: it is one.
func (a answer) wrong() string {
	var cause *url.Error
	var reason syscall.Errno
	switch {
	case errors.Is(a.err, context.DeadlineExceeded):
		return fmt.Sprintf("no answer within %v", patient)
	case errors.As(a.err, &reason):
		return "no connection: " + reason.Error()
	case errors.As(a.err, &cause):
		return "no answer by HTTP: " + cause.Err.Error()
	case a.err != nil:
		return a.err.Error()
	case a.status != http.StatusOK:
		return fmt.Sprintf("it answered with status %d %s", a.status, http.StatusText(a.status))
	}
	return ""
}

// quote returns the beginning of an answer for a sentence.
func quote(body []byte) string {
	if len(body) == 0 {
		return ""
	}
	return fmt.Sprintf(": %.200q", body)
}
