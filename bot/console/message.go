package console

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// The kinds of messages, by their digits.
const (
	Port       = '1' // host: where to go on
	Map        = '2' // host: a round begins
	Command    = '3' // client: what to do
	Killed     = '4' // host: you are dead
	Register   = '5' // client: who wants to play
	Refused    = '6' // host: the last command failed
	Complete   = '7' // host: the game is over
	Registered = '8' // host: your key
)

// A Message is one thing that is said.
type Message struct {
	Kind byte
	Text string
}

// end ends a message; no text may hold it.
const end = '<'

// largest is the longest message that is read, in units of UTF-16: far above any map.
const largest = 1 << 17

// Append appends the message as it travels. What would end it early is left out of its text.
func (m Message) Append(dst []byte) []byte {
	text := string(rune(m.Kind)) + "|" + strings.ReplaceAll(m.Text, string(rune(end)), "") + string(rune(end))
	for _, unit := range utf16.Encode([]rune(text)) {
		dst = append(dst, byte(unit), byte(unit>>8))
	}
	return dst
}

// A Reader takes messages apart.
type Reader struct{ in *bufio.Reader }

// NewReader reads messages from a connection.
func NewReader(in io.Reader) *Reader { return &Reader{bufio.NewReader(in)} }

// Read waits for the next message. What has not the form of one is passed over.
func (r *Reader) Read() (Message, error) {
	for {
		units, err := r.units()
		if err != nil {
			return Message{}, err
		}
		text := []rune(strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"))
		if len(text) >= 2 && text[0] >= '0' && text[0] <= '9' && text[1] == '|' {
			return Message{byte(text[0]), string(text[2:])}, nil
		}
	}
}

// units are those up to the end of a message, without it.
func (r *Reader) units() ([]uint16, error) {
	var units []uint16
	var pair [2]byte
	for len(units) <= largest {
		if _, err := io.ReadFull(r.in, pair[:]); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return nil, err
		}
		unit := uint16(pair[0]) | uint16(pair[1])<<8
		if unit == end {
			return units, nil
		}
		units = append(units, unit)
	}
	return nil, fmt.Errorf("a message is longer than %d letters", largest)
}
