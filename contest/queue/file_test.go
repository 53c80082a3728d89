package queue

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestVerifyFailsAtTheEnd(t *testing.T) {
	const name = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73" // the SHA-256 of "content"
	for _, tt := range []struct {
		name    string
		content string
		want    error
	}{
		{"the content of the name", "content", nil},
		{"shorter", "conten", ErrContent},
		{"other", "Content", ErrContent},
		{"nothing", "", ErrContent},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.content), iotest.OneByteReader(strings.NewReader(tt.content)),
			iotest.DataErrReader(strings.NewReader(tt.content))} {
			got, err := io.ReadAll(Verify(name, r))
			if string(got) != tt.content || !errors.Is(err, tt.want) {
				t.Errorf("%s: %q, %v", tt.name, got, err)
			}
		}
	}
}
