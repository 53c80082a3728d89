package similar

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Token is what is compared of a piece of source.
type Token struct {
	Text string // of a keyword, a word or a mark; the class of all else
	Line int    // from 1
}

// Classes of tokens whose text does not count. No source has such a token.
const (
	name    = "name "
	literal = "literal "
)

// A family is the languages that write comments and strings alike: the endings of their files, what begins a comment of one line, what is
// around a longer one, and quotes.
type family struct{ endings, line, open, close, quotes string }

var families = []family{
	{".c .h .cpp .hpp .cc .hh .cxx .java .cs .kt .scala .groovy .m .d .swift .dart .php", "//", "/*", "*/", `"'`},
	{".js .mjs .cjs .ts .mts .go", "//", "/*", "*/", "\"'`"},
	{".rs", "//", "/*", "*/", `"`},
	{".py .rb .pl .pm .sh .bash", "#", "", "", `"'`},
	{".lua", "--", "--[[", "]]", `"'`},
	{".hs", "--", "{-", "-}", `"`},
	{".ml .fs", "//", "(*", "*)", `"`},
	{".pas .pp", "//", "{", "}", `'`},
	{".clj", ";", "", "", `"`},
	{".vb", "'", "", "", `"`},
}

// keywords are those of all languages. What is one in another language is rare as a name.
var keywords = strings.Fields(`if else elif elsif elseif unless then fi end begin for foreach while do done loop until repeat switch case
		esac match when default break continue return yield goto def fn func fun function lambda class struct enum trait impl interface extends
		implements import from include use using package namespace module try catch except finally raise throw throws with as in is not and or
		xor new delete this super static public private protected final const mut pub async await pass del global nonlocal assert where
		template typedef virtual override operator None null nil nullptr true false True False sizeof instanceof typeof abstract go defer
		chan range select`)

// Tokens returns the tokens of a file, which its name's ending gives a language: keywords and marks, and a class for each name and literal.
// Of an unknown language they are words in small letters, marks, and a class for each number. It reads the text once, and never fails.
func Tokens(file, text string) []Token {
	s := scanner{text: text, line: 1}
	ending := strings.ToLower(path.Ext(file))
	if at := slices.IndexFunc(families, func(f family) bool { return slices.Contains(strings.Fields(f.endings), ending) }); at >= 0 {
		s.family = &families[at]
	}
	for s.text != "" {
		if s.family == nil || !s.comment() && !s.quoted() {
			s.next()
		}
	}
	return s.tokens
}

// A scanner collects the tokens of a text.
type scanner struct {
	*family // nil: unknown
	text    string
	line    int
	tokens  []Token
}

func (s *scanner) add(text string) { s.tokens = append(s.tokens, Token{text, s.line}) }

// skip leaves out a number of bytes.
func (s *scanner) skip(n int) {
	s.line += strings.Count(s.text[:n], "\n")
	s.text = s.text[n:]
}

// until returns the length of the text to what ends a part of it, which is sought behind a number of bytes.
func (s *scanner) until(from int, end string) int {
	before, _, _ := strings.Cut(s.text[from:], end)
	return min(len(s.text), from+len(before)+len(end))
}

// comment skips a comment.
func (s *scanner) comment() bool {
	switch {
	case s.open != "" && strings.HasPrefix(s.text, s.open):
		s.skip(s.until(len(s.open), s.close))
	case strings.HasPrefix(s.text, s.family.line):
		s.skip(s.until(0, "\n"))
	default:
		return false
	}
	return true
}

// quoted takes a string: a literal, one with those beside it. A string in three quotes at the beginning of a file or a block is a comment.
func (s *scanner) quoted() bool {
	quote := s.text[0]
	if strings.IndexByte(s.quotes, quote) < 0 {
		return false
	}
	last, told := "", false
	if n := len(s.tokens); n > 0 {
		last = s.tokens[n-1].Text
	}
	end := 1
	if three := strings.Repeat(s.text[:1], 3); strings.HasPrefix(s.text, three) {
		end, told = s.until(3, three), last == "" || last == ":"
	} else {
		for end < len(s.text) && s.text[end] != quote && (s.text[end] != '\n' || quote == '`') {
			if s.text[end] == '\\' && quote != '`' {
				end++
			}
			end++
		}
		if end++; end > len(s.text) || s.text[end-1] != quote {
			end = min(end-1, len(s.text)) // the line ends it
		}
	}
	if !told && last != literal {
		s.add(literal)
	}
	s.skip(end)
	return true
}

// next takes a word, a number or a mark, or skips white space.
func (s *scanner) next() {
	first, size := utf8.DecodeRuneInString(s.text)
	part := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	end := strings.IndexFunc(s.text, func(r rune) bool { return !part(r) && (r != '.' || !unicode.IsDigit(first)) })
	if end < 0 {
		end = len(s.text)
	}
	switch word := s.text[:end]; {
	case unicode.IsSpace(first):
		end = size
	case unicode.IsDigit(first):
		s.add(literal)
	case !part(first):
		s.add(s.text[:size])
		end = size
	case s.family == nil:
		s.add(strings.ToLower(word))
	case slices.Contains(keywords, word):
		s.add(word)
	default:
		s.add(name)
	}
	s.skip(end)
}
