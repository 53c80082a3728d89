package build

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/pattern"
)

// includeLine matches a line of C or C++ that includes a file: what stands before the name, its opening mark, and the name.
var includeLine = pattern.Of(`(?m)^([ \t]*#[ \t]*include[ \t]*)(["<])([^">\r\n]+)[">]`)

// nativeEndings are the endings of sources and headers of C and C++.
var nativeEndings = []string{".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inl"}

// standardHeaders are the headers of C and C++ that no file of a bot replaces.
var standardHeaders = strings.Fields(`algorithm any array atomic bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath
	codecvt compare complex concepts condition_variable csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype deque exception
	execution filesystem format forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map
	memory mutex new numbers numeric optional ostream queue random ranges ratio regex set shared_mutex span sstream stack stdexcept streambuf string
	string_view system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector
	assert.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
	string.h time.h wchar.h wctype.h`)

// fixIncludes rewrites, in the copy that is built, the includes of C and C++ that only the author's machine resolves: names with
// backslashes, names in another case, and headers in other folders of the bot. folders are on the compiler's include path. Lines keep their
// numbers.
func (b *nativeBuild) fixIncludes(folders []string) {
	for _, f := range b.source.Files {
		if f.Link != "" || !slices.Contains(nativeEndings, strings.ToLower(path.Ext(f.Name))) {
			continue
		}
		raw, err := readSmall(filepath.Join(b.source.Root, filepath.FromSlash(f.Name)))
		if err != nil {
			continue // the compiler will report it
		}
		fixed := includeLine().ReplaceAllStringFunc(string(plainText(raw)), func(line string) string {
			m := includeLine().FindStringSubmatch(line)
			if to := b.source.included(f.Name, m[3], m[2] == "<", folders); to != "" {
				return m[1] + to
			}
			return line
		})
		if fixed != string(raw) {
			b.extra[f.Name] = fixed
		}
	}
}

// included returns what an include of a file must say to be found, in its marks; "" if it may stay as it is.
func (s *Source) included(file, name string, system bool, folders []string) string {
	clean := slashed(name)
	standard := slices.Contains(standardHeaders, strings.ToLower(clean))
	if system && standard {
		return otherwise(name, strings.ToLower(clean), "<", ">")
	}
	dirs := append([]string{path.Dir(file)}, folders...)
	for i, dir := range dirs {
		if s.has(path.Join(dir, clean)) {
			if !strings.Contains(name, `\`) && (i > 0 || !system) {
				return "" // the compiler finds it
			}
			return fromFile(file, path.Join(dir, clean))
		}
	}
	for _, dir := range dirs {
		if real, ok := s.anyCase(path.Join(dir, clean)); ok {
			return fromFile(file, real)
		}
	}
	if standard {
		return otherwise(name, strings.ToLower(clean), "<", ">")
	}
	if real := s.header(file, clean); real != "" {
		return fromFile(file, real)
	}
	return otherwise(name, strings.ReplaceAll(name, `\`, "/"), `"`, `"`)
}

// otherwise returns a name in its marks, "" if it is the one that stands there.
func otherwise(was, name, begin, end string) string {
	if was == name {
		return ""
	}
	return begin + name + end
}

// fromFile returns the path of a file as another one includes it.
func fromFile(file, to string) string {
	rel, err := filepath.Rel(filepath.FromSlash(path.Dir(file)), filepath.FromSlash(to))
	if err != nil {
		rel = to
	}
	return `"` + filepath.ToSlash(rel) + `"`
}

// header returns the bot's file whose path ends with a name, in any case: of several the one that shares most folders with the including
// file, then the first. It is "" if there is none.
func (s *Source) header(file, name string) (best string) {
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	most := -1
	for _, f := range s.Files {
		if f.Link != "" || !strings.EqualFold("/"+name, ("/" + f.Name)[max(len(f.Name)-len(name), 0):]) {
			continue
		}
		if n := sharedFolders(file, f.Name); n > most {
			best, most = f.Name, n
		}
	}
	return best
}

// sharedFolders returns how many leading folders two paths have in common.
func sharedFolders(a, b string) int {
	as, bs := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}
