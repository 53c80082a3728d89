package gallery

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
)

// Limits of codes.
const (
	minCode  = 6
	maxCode  = 64
	maxCodes = 100000
)

// Codes parses a list of voters' codes: one per line, ignoring empty lines and those that begin with #. Errors name the line.
func Codes(text []byte) ([]string, error) {
	var codes []string
	lines := map[string]int{}
	scan := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; scan.Scan(); n++ {
		line := strings.TrimSpace(scan.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		code := plain(line)
		if len(code) < minCode || len(code) > maxCode {
			return nil, fmt.Errorf("line %d: a code must have %d to %d letters and digits, this one has %d", n, minCode, maxCode, len(code))
		}
		if before, twice := lines[code]; twice {
			return nil, fmt.Errorf("line %d: the same code stands on line %d", n, before)
		}
		lines[code] = n
		codes = append(codes, code)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("not a list of codes: %w", err)
	}
	switch {
	case len(codes) == 0:
		return nil, errors.New("it has no codes; agon gallery --new-codes 100 prints a hundred")
	case len(codes) > maxCodes:
		return nil, fmt.Errorf("%d codes; at most %d can vote", len(codes), maxCodes)
	}
	return codes, nil
}

// plain normalises a code for comparison: voters may type lower case, blanks and dashes.
func plain(code string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			return r
		}
		return -1
	}, code)
}

// NewCodes returns n random codes that are hard to guess and easy to type, such as K7QF-M2XA-PD.
func NewCodes(n int) []string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // 32, without those that look alike
	codes := make([]string, n)
	for i := range codes {
		var b [10]byte
		rand.Read(b[:]) // never fails
		for j := range b {
			b[j] = letters[b[j]%32]
		}
		codes[i] = fmt.Sprintf("%s-%s-%s", b[:4], b[4:8], b[8:])
	}
	return codes
}
