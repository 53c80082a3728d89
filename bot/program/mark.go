package program

import (
	"bytes"
	"time"

	"agon/bot"
)

// utf8Mark is the byte order mark of UTF-8, which some runtimes write before their first output.
var utf8Mark = []byte("\xef\xbb\xbf")

// An unmarked is a link whose output is without a byte order mark at its beginning.
type unmarked struct {
	link
	log   *bot.Log
	begun bool // some output has come
}

func (u *unmarked) Take(b []byte) (Chunk, error) {
	c, err := u.link.Take(b)
	return u.plain(b, c), err
}

func (u *unmarked) Wait(b []byte, until time.Time) (Chunk, error) {
	c, err := u.link.Wait(b, until)
	return u.plain(b, c), err
}

// plain removes the mark from the first chunk, of which nothing may be left. Of an encoding that agon does not read it says so.
func (u *unmarked) plain(b []byte, c Chunk) Chunk {
	if u.begun || c.N == 0 {
		return c
	}
	u.begun = true
	if text := b[:c.N]; bytes.HasPrefix(text, utf8Mark) {
		c.N = copy(b, text[len(utf8Mark):])
	} else if wide(text) {
		u.log.Printf("%s", inUTF16)
	}
	return c
}

// inUTF16 is the message about output from which no answer can be read.
const inUTF16 = "its output is in UTF-16: write UTF-8"

// wide reports whether text begins in UTF-16: with such a mark, or with a NUL beside another byte.
func wide(text []byte) bool {
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return true
	}
	return len(text) >= 2 && (text[0] == 0) != (text[1] == 0)
}
