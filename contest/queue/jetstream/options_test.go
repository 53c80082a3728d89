package jetstream

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files that cannot be used are reported at once, and a server that does not answer after some attempts, without its password.
func TestConnectionsThatAreNotMade(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		o    Options
		says string
	}{
		{Options{CA: "/none/ca.pem"}, "certificates of authorities: open /none/ca.pem: no such file"},
		{Options{CA: empty}, "has no certificate in PEM"},
		{Options{Credentials: "/none/user.creds"}, "credentials: open /none/user.creds: no such file"},
	} {
		if _, err := Dial(t.Context(), "nats://127.0.0.1:1", tt.o); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%v; want %q", err, tt.says)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	note := ""
	_, err := Dial(ctx, "nats://me:secret@127.0.0.1:1,nats://127.0.0.1:2", Options{Note: func(text string) {
		note = text
		stop()
	}})
	if err == nil || strings.Contains(note+err.Error(), "secret") ||
		!strings.HasPrefix(note, "no connection to nats://127.0.0.1:1,nats://127.0.0.1:2: ") {
		t.Errorf("%q, %v", note, err)
	}
}
