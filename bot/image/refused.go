package image

import "fmt"

// Refused says in one sentence why an image cannot play: what it is, or that it is not what it says it is.
type Refused struct{ Text string }

func (r *Refused) Error() string { return r.Text }

func refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }
