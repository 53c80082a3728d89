package lineup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/bot/unpack"
)

// A Parcel describes an entry to another machine, which makes the same entry of it with [Opener.Unpack].
type Parcel struct {
	Name, Given, Author, Ref string // as in Entry
	Hash                     string // of its files
	Form                     string // "built-in", "script", "text", "class", "program" or "image"
	Root                     string // name of the folder in its archive
	File                     string // in that folder, with slashes; empty: the folder itself is the bot
	Class                    string // of a Python file
}

// Forms of parcels.
const (
	builtInForm = "built-in"
	scriptForm  = "script"
	textForm    = "text"
	classForm   = "class"
	programForm = "program"
	imageForm   = "image"
)

// A File is a file of a parcel, which may be opened repeatedly.
type File interface{ Open() (io.ReadCloser, error) }

// content is a file that is in memory.
type content []byte

func (c content) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c)), nil }

// contents is what an entry was made of, for its parcel.
type contents struct {
	form   string
	source *build.Source // of a class or a program
	text   string        // of a script or a text
	class  string
	image  func(context.Context) (*image.Image, error) // opens an image again
	// needs is what of this machine it is built or run with; empty: nothing that another may lack unnoticed
	needs string
}

// needs returns what of this machine a bot is built or run with.
func (o *Opener) needs() string {
	switch {
	case len(o.Runtimes) > 0:
		return "the contest names the runtimes of this machine"
	case o.Packages != "":
		return "the contest has a folder of packages on this machine"
	}
	return ""
}

// ErrStays reports that an entry can be played on this machine alone.
var ErrStays = errors.New("it plays on this machine only")

// Large reports whether the parcel of an entry may have hundreds of MiB, which take a while to send.
func (e *Entry) Large() bool { return e.contents.form == imageForm }

// Parcel returns the description of an entry, and its files: an archive of a class or a program, the text of a script or a text, the
// configuration of an image and its layers, nothing of a built-in bot. The error is [ErrStays] for people, for images in an engine and for
// bots that cannot play; another one says what of this machine a bot needs.
func (e *Entry) Parcel(ctx context.Context) (p Parcel, files []File, err error) {
	c := e.contents
	if e.Broken != "" || c.form == "" {
		return p, nil, fmt.Errorf("%s: %w", e.Name, ErrStays)
	}
	if c.needs != "" {
		return p, nil, errors.New(c.needs)
	}
	p = Parcel{Name: e.Name, Given: e.Given, Author: e.Author, Ref: e.Ref, Hash: e.Hash, Form: c.form, Class: c.class}
	switch c.form {
	case scriptForm, textForm:
		return p, []File{content(c.text)}, nil
	case builtInForm:
		return p, nil, nil
	case imageForm:
		m, err := c.image(ctx)
		if err != nil {
			return p, nil, err
		}
		config, layers := m.Parts()
		files = append(files, content(config))
		for _, l := range layers {
			files = append(files, l)
		}
		return p, files, nil
	}
	p.Root, p.File = filepath.Base(c.source.Root), c.source.Entry
	if c.form == programForm && !c.source.Single {
		p.File = ""
	}
	var archive bytes.Buffer
	err = c.source.Pack(&archive)
	return p, []File{content(archive.Bytes())}, err
}

// Unpack makes the entry of a parcel on this machine. A description that fits no bot, and files with another hash, are errors; a bot that
// cannot be built or started here is an entry with the reason.
func (o *Opener) Unpack(ctx context.Context, p Parcel, files []File) (Entry, error) {
	entries, err := o.unpacked(ctx, p, files)
	if err != nil {
		return Entry{}, fmt.Errorf("the bot %q: %w", p.Name, err)
	}
	if len(entries) != 1 {
		return Entry{}, fmt.Errorf("the bot %q: its files hold %d bots, want 1", p.Name, len(entries))
	}
	e := entries[0]
	if e.Hash != p.Hash {
		return Entry{}, fmt.Errorf("the bot %q: its files have the hash %.12s, want %.12s", p.Name, e.Hash, p.Hash)
	}
	e.Name, e.Given, e.Author, e.Ref = clean(p.Name), p.Given, clean(p.Author), p.Ref
	return e, nil
}

func (o *Opener) unpacked(ctx context.Context, p Parcel, files []File) ([]Entry, error) {
	least := map[string]int{scriptForm: 1, textForm: 1, classForm: 1, programForm: 1, imageForm: 2}[p.Form]
	if len(files) < least || len(files) > least && p.Form != imageForm {
		return nil, fmt.Errorf("it has the form %q and %d files", p.Form, len(files))
	}
	switch p.Form {
	case builtInForm:
		rest, ok := strings.CutPrefix(p.Ref, "builtin:")
		if !ok {
			return nil, fmt.Errorf("its reference %q is not that of a built-in bot", p.Ref)
		}
		return o.builtin(p.Ref, rest)
	case scriptForm, textForm:
		return unpackedScript(p, files[0])
	case imageForm:
		return o.unpackedImage(ctx, p, files)
	case classForm, programForm:
		return o.unpackedArchive(ctx, p, files[0])
	}
	return nil, fmt.Errorf("it has the form %q, want built-in, script, text, class, program or image", p.Form)
}

// unpackedArchive enters the class or the program of a parcel.
func (o *Opener) unpackedArchive(ctx context.Context, p Parcel, file File) ([]Entry, error) {
	if p.Root == "." || p.Root == ".." || filepath.Base(p.Root) != p.Root || p.File != "" && !fs.ValidPath(p.File) {
		return nil, fmt.Errorf("its file %q in %q is not in its folder", p.File, p.Root)
	}
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	content, err := hashFile(file) // not the hash that the sender claims, under which it could leave files for the bots of others
	if err != nil {
		return nil, hosts(err)
	}
	dir, err := builder.Cache.Keep(ctx, "parcels", content, func(dir string) error {
		from, err := file.Open()
		if err != nil {
			return err
		}
		defer from.Close()
		return unpack.TarGz(ctx, from, dir, unpack.Usual())
	})
	if err != nil {
		return nil, hosts(err)
	}
	root := filepath.Join(dir, p.Root)
	if p.Form == programForm {
		return o.program(ctx, filepath.Join(root, filepath.FromSlash(p.File)))
	}
	return o.unpackedClass(ctx, p, root)
}

// hashFile returns the hash of a file's content.
func hashFile(f File) (string, error) {
	from, err := f.Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, from); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// unpackedClass enters the class of a parcel whose files are below root.
func (o *Opener) unpackedClass(ctx context.Context, p Parcel, root string) ([]Entry, error) {
	s, err := build.Finder{}.Within(root, p.File, ".")
	if err != nil {
		return nil, err
	}
	h, err := o.copied(ctx, s)
	if err != nil {
		return nil, err
	}
	config := o.class(ctx, h, p.Class, false)
	found, err := pyhost.Look(config)
	if err != nil {
		return nil, &bot.HostError{Err: err}
	}
	at := slices.IndexFunc(found, func(f pyhost.Found) bool { return f.Class == p.Class })
	if at < 0 {
		return nil, fmt.Errorf("%s has no class %s", p.File, p.Class)
	}
	return []Entry{o.hosted(config, h, found[at])}, nil
}

// unpackedImage enters the image of a parcel: the first file is its configuration, the others are its layers.
func (o *Opener) unpackedImage(ctx context.Context, p Parcel, files []File) ([]Entry, error) {
	from, err := files[0].Open()
	if err != nil {
		return nil, hosts(err)
	}
	defer from.Close()
	config, err := io.ReadAll(io.LimitReader(from, image.MostConfig))
	if err != nil {
		return nil, hosts(err)
	}
	var layers []image.Layer
	for _, f := range files[1:] {
		layers = append(layers, f)
	}
	e := Entry{Name: p.Name, Ref: p.Ref, Hash: p.Hash}
	err = o.boxed(ctx, &e, func(images *image.Store) (*image.Image, string, error) {
		m, err := image.Of(image.Ref{Name: p.Name}, config, layers)
		if err != nil {
			return nil, "", err
		}
		root, err := images.Unpack(ctx, m)
		return m, root, hosts(err)
	})
	return e.entered(err)
}

func unpackedScript(p Parcel, file File) ([]Entry, error) {
	from, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	text, err := io.ReadAll(io.LimitReader(from, unpack.MostBytes))
	if err != nil {
		return nil, err
	}
	if p.Form == textForm {
		return texted(p.Ref, p.Name, string(text)), nil
	}
	return scripted(p.Ref, p.Name, string(text))
}
