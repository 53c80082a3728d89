package postgres

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A column of type text takes valid UTF-8 without the character 0, and names and messages of bots may contain anything. escaped writes a
// backslash as \\ and a byte that the column does not take as \xHH; usual text stays as it is.
func escaped(text string) string {
	if utf8.ValidString(text) && !strings.ContainsAny(text, "\x00\\") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case text[i] == '\\':
			b.WriteString(`\\`)
		case text[i] == 0 || r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		default:
			b.WriteString(text[i : i+size])
		}
		i += size
	}
	return b.String()
}

// unescaped is the inverse of escaped.
func unescaped(text string) (string, error) {
	if !strings.Contains(text, `\`) {
		return text, nil
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, `\`)
		b.WriteString(before)
		if !found {
			break
		}
		if strings.HasPrefix(after, `\`) {
			b.WriteByte('\\')
			rest = after[1:]
			continue
		}
		if !strings.HasPrefix(after, "x") || len(after) < 3 {
			return "", fmt.Errorf("invalid escape in %q", text)
		}
		n, err := strconv.ParseUint(after[1:3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("invalid escape in %q", text)
		}
		b.WriteByte(byte(n))
		rest = after[3:]
	}
	return b.String(), nil
}

// unescapeAll replaces texts by what they stand for.
func unescapeAll(texts ...*string) error {
	for _, t := range texts {
		plain, err := unescaped(*t)
		if err != nil {
			return err
		}
		*t = plain
	}
	return nil
}
