package main

import (
	"context"
	"errors"
)

// ignoreCancel takes the error out of a viewer that was left with Ctrl-C.
func ignoreCancel(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
