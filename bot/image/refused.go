package image

import "fmt"

// Refused describes in one sentence why an image cannot play.
type Refused struct{ Text string }

func (r *Refused) Error() string { return r.Text }

func refuse(format string, args ...any) error { return &Refused{fmt.Sprintf(format, args...)} }
