package lineup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"agon/bot"
	"agon/bot/build/repo"
	"agon/bot/image"
	"agon/bot/server"
	"agon/bot/unpack"
	"agon/game"
	"agon/internal/regular"
)

func (o *Opener) find(ctx context.Context, ref string) ([]Entry, error) {
	scheme, rest, ok := strings.Cut(ref, ":")
	switch {
	case ok && scheme == "builtin":
		return o.builtin(ref, rest)
	case ok && scheme == "script":
		return o.script(rest)
	case ref == "human", ok && scheme == "console":
		return o.person(ref)
	case ok && scheme == "site":
		return o.site(ref, rest)
	case ok && (scheme == "http" || scheme == "https"):
		return o.server(ctx, ref)
	case strings.HasPrefix(ref, repo.Prefix):
		return o.repository(ctx, ref)
	}
	if r, ok := image.Parse(ref); ok {
		return o.image(ctx, r)
	}
	return o.path(ctx, ref)
}

// path enters the bots at a path.
func (o *Opener) path(ctx context.Context, ref string) ([]Entry, error) {
	file, class := splitClass(ref)
	info, err := os.Stat(file)
	if err != nil {
		return nil, plain(err)
	}
	file = absolute(file)
	if info.Mode().IsRegular() && image.May(file) {
		if is, err := image.Is(ctx, file); err != nil {
			return nil, plain(err)
		} else if is {
			return o.image(ctx, image.Ref{Form: image.File, Path: file})
		}
	}
	switch texts := o.Kind.Launch.Form == game.Texts; {
	case info.IsDir() && texts:
		return o.textIn(file)
	case info.IsDir():
		return o.folder(ctx, file)
	case !info.Mode().IsRegular():
		return nil, errNeither
	case texts:
		return o.text(file)
	case unpack.Is(file):
		return o.archive(ctx, file)
	case filepath.Ext(file) == ".py" && o.Kind.Launch.Host != "":
		return o.python(ctx, pythonFile{path: file, class: class})
	case class != "":
		return nil, fmt.Errorf("bots of %s are programs, not classes: name the file without a class", o.Kind.Title)
	}
	return o.program(ctx, file)
}

// splitClass splits :Class off the path of a Python file, unless the whole is the name of a file.
func splitClass(ref string) (file, class string) {
	at := strings.LastIndex(ref, ".py:")
	if at < 0 {
		return ref, ""
	}
	if _, err := os.Lstat(ref); err == nil {
		return ref, ""
	}
	return ref[:at+3], ref[at+4:]
}

var errNeither = errors.New("neither a regular file nor a folder")

// BuiltIn is the author of a kind's built-in bots, and of no other.
const BuiltIn = "built-in"

func (o *Opener) builtin(ref, rest string) ([]Entry, error) {
	name, query, _ := strings.Cut(rest, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("invalid parameters (want key=value, separated by &): %w", err)
	}
	params := map[string]any{}
	for key := range values {
		params[key] = values.Get(key)
	}
	builtin, err := o.Kind.Builtin(name, params)
	if err != nil {
		return nil, err
	}
	return []Entry{{
		Name: strings.TrimSuffix(rest, "?"), Author: BuiltIn, Ref: ref, Hash: hashText(o.Kind.Version + " " + ref),
		builtin: true, contents: contents{form: builtInForm}, player: func(s Station) bot.Player { return bot.NewBuiltin(builtin, s.Log) },
	}}, nil
}

// person enters a human player.
func (o *Opener) person(ref string) ([]Entry, error) {
	if o.People == nil {
		return nil, errors.New("human players are supported by agon play only")
	}
	player, err := o.People(ref)
	if err != nil {
		return nil, err
	}
	name, _, _ := strings.Cut(ref, ":")
	return []Entry{{Name: name, Ref: ref, Hash: hashText(ref), Person: player, player: func(Station) bot.Player { return player }}}, nil
}

// site enters a bot of a contest site.
func (o *Opener) site(ref, name string) ([]Entry, error) {
	if o.Kind.Uncertain {
		return nil, fmt.Errorf("a site plays the same game beside this one for its bot, and games of %s are %s", o.Kind.Name, game.NotAgain)
	}
	if o.Sites == nil {
		return nil, errors.New("bots of a site play in agon play only")
	}
	player, err := o.Sites(name)
	if err != nil {
		return nil, err
	}
	return []Entry{{Name: name, Ref: ref, Hash: hashText(ref), distant: true, player: player}}, nil
}

// server enters a bot that is an HTTP server. One that does not answer is entered with the reason.
func (o *Opener) server(ctx context.Context, ref string) ([]Entry, error) {
	if o.Kind.Requests == nil {
		return nil, fmt.Errorf("bots of %s are no HTTP servers: those of a game whose game.toml has [requests] may be", o.Kind.Title)
	}
	u, err := url.Parse(ref)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the address of a server is http://HOST:PORT, or https://HOST/PATH")
	}
	e := Entry{Name: u.Host + strings.TrimSuffix(u.Path, "/"), Ref: ref, Hash: hashText(ref), distant: true}
	g, err := server.Greet(ctx, ref)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		e.Broken = err.Error()
		return []Entry{e}, nil
	}
	if g.Name != "" {
		e.Name = g.Name
	}
	e.Author = g.Author
	e.player = func(s Station) bot.Player {
		return server.New(ref, server.Config{Requests: *o.Kind.Requests, Log: s.Log, Stop: s.Stop})
	}
	return []Entry{e}, nil
}

// mostText bounds a file that is a bot by its text, in bytes.
const mostText = 1 << 20

// text enters a file that is a bot by its text.
func (o *Opener) text(path string) ([]Entry, error) {
	text, err := regular.ReadSmall(path, mostText)
	if err == nil && !utf8.Valid(text) {
		err = errors.New("its text is not UTF-8")
	}
	if err != nil {
		return nil, &NoBot{o.Kind.Title, false, plain(err)}
	}
	return texted(path, filepath.Base(path), string(text)), nil
}

// textIn enters the one file of a folder by its text, as a bot of the folder's name: so sites and contests keep bots.
func (o *Opener) textIn(dir string) ([]Entry, error) {
	file, n, err := onlyFile(dir)
	switch {
	case err != nil:
		return nil, plain(err)
	case file == "":
		return nil, &NoBot{o.Kind.Title, true, fmt.Errorf("a bot is one file, which the game's engine reads, and the folder has %d", n)}
	}
	entries, err := o.text(file)
	for i := range entries {
		entries[i].Name, entries[i].Ref = filepath.Base(dir), dir
	}
	return entries, err
}

func texted(ref, name, text string) []Entry {
	return []Entry{{
		Name: strings.TrimSuffix(name, filepath.Ext(name)), Ref: ref, Hash: hashText(text), contents: contents{form: textForm, text: text},
		player: func(Station) bot.Player { return bot.Text(text) },
	}}
}

func (o *Opener) script(path string) ([]Entry, error) {
	text, err := regular.Read(path)
	if err != nil {
		return nil, plain(err)
	}
	return scripted("script:"+absolute(path), strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), string(text))
}

// Scripted returns an entry that plays the text of a script; see [bot.Script].
func Scripted(name, text string) (Entry, error) {
	entries, err := scripted("script:", name, text)
	if err != nil {
		return Entry{}, err
	}
	return entries[0], nil
}

// scripted enters the text of a script.
func scripted(ref, name, text string) ([]Entry, error) {
	if _, err := bot.ReadScript(strings.NewReader(text)); err != nil {
		return nil, err
	}
	return []Entry{{
		Name: name, Ref: ref, Hash: hashText(text), contents: contents{form: scriptForm, text: text},
		player: func(Station) bot.Player {
			s, _ := bot.ReadScript(strings.NewReader(text)) // it has been parsed without an error before
			return s
		},
	}}, nil
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}

// plain returns a short error for one of the file system.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("no such file or folder")
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

func hashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
