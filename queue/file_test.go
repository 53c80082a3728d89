package queue

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestVerifyFailsAtTheEnd(t *testing.T) {
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
		for _, r := range []io.Reader{strings.NewReader(tt.content), iotest.OneByteReader(strings.NewReader(tt.content)), iotest.DataErrReader(strings.NewReader(tt.content))} {
			got, err := io.ReadAll(Verify(FileName([]byte("content")), r))
			if string(got) != tt.content || !errors.Is(err, tt.want) {
				t.Errorf("%s: %q, %v", tt.name, got, err)
			}
		}
	}
}
