// Package cause states whose an error is, so that a command can choose its exit code: the host's, such as a full disk or a missing
// interpreter, or that of what was looked at, such as a bot that cannot play or a damaged file. All other errors are the user's.
package cause

import "errors"

// Whose is whose failure an error is.
type Whose int

// The causes of errors.
const (
	User    Whose = iota // wrong usage or bad input
	OfHost               // no disk, no interpreter, a signal
	Subject              // what was looked at is at fault
)

// failed is an error with its cause.
type failed struct {
	error
	of Whose
}

// Unwrap returns the error itself.
func (f *failed) Unwrap() error { return f.error }

// Host marks an error as the host's. It returns nil for nil, and an error that has a cause already as it is.
func Host(err error) error { return mark(err, OfHost) }

// Found marks an error as that of what was looked at. It returns nil for nil, and an error that has a cause already as it is.
func Found(err error) error { return mark(err, Subject) }

func mark(err error, of Whose) error {
	if err == nil || errors.As(err, new(*failed)) {
		return err
	}
	return &failed{err, of}
}

// Of returns whose failure an error is.
func Of(err error) Whose {
	var f *failed
	if errors.As(err, &f) {
		return f.of
	}
	return User
}
