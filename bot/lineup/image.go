package lineup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/image/engine"
	"agon/bot/program"
	"agon/game"
	"agon/internal/clutter"
)

// Labels of an image that agon reads.
const (
	protocolLabel = "agon.protocol" // "agon": it speaks the agon protocol
	authorLabel   = "org.opencontainers.image.authors"
)

// image enters the bot in a container image. An invalid image is a broken bot, because it is its author's mistake.
func (o *Opener) image(ctx context.Context, ref image.Ref) ([]Entry, error) {
	if o.Kind.Launch.Home && o.Kind.Launch.Form == game.Fresh {
		return nil, fmt.Errorf("bots of %s keep files during a game, and images are read-only; use the program or its folder", o.Kind.Title)
	}
	ref = ref.Absolute()
	e := Entry{Name: ref.Base(), Ref: ref.String(), Hash: hashText(ref.String())}
	return e.entered(o.contained(ctx, ref, &e))
}

// entered returns the entry of an image that could be opened, or why it could not.
func (e Entry) entered(err error) ([]Entry, error) {
	var refused *image.Refused
	var flaw *build.Flaw
	if errors.As(err, &refused) || errors.As(err, &flaw) {
		e.Broken = err.Error()
		return []Entry{e}, nil
	}
	if err != nil {
		return nil, plain(err)
	}
	return []Entry{e}, nil
}

// contained builds the entry of an image that the sandbox runs.
func (o *Opener) contained(ctx context.Context, ref image.Ref, e *Entry) error {
	if ref.Engine() != "" {
		return o.engined(ctx, ref, e)
	}
	return o.boxed(ctx, e, func(images *image.Store) (*image.Image, string, error) {
		m, root, err := images.Get(ctx, ref, o.Pins)
		if err == nil {
			unpacked := image.Pin{ID: m.ID, Digest: m.Digest}
			e.contents = contents{form: imageForm,
				image: func(ctx context.Context) (*image.Image, error) { return images.Again(ctx, ref, unpacked) }}
		}
		return m, root, err
	})
}

// boxed builds the entry of an image that unpacked returns with the folder of its files.
func (o *Opener) boxed(ctx context.Context, e *Entry, unpacked func(*image.Store) (*image.Image, string, error)) error {
	if err := o.Launcher.Rooted(); err != nil {
		return err
	}
	builder, err := o.tools()
	if err != nil {
		return err
	}
	m, root, err := unpacked(&image.Store{Cache: builder.Cache, Registry: image.Registries{Named: o.Named}})
	if err != nil {
		return err
	}
	how, err := protocolOf(o.Kind, labelled(m.Config.Labels))
	if err != nil {
		return err
	}
	command, err := m.Program(root, how == afresh, o.Limits)
	if err != nil {
		return err
	}
	e.setImage(m.ID, m.Digest, m.Config.Labels[authorLabel])
	config := program.Config{Command: command, Launcher: o.Launcher, Launch: o.Kind.Launch}
	e.player, e.inLines, e.inAgon = players(config, how), how == inLines, how == inAgon
	if how == inAgon {
		return o.introduced(config, e, false)
	}
	return nil
}

// engined builds the entry of an image that an engine runs.
func (o *Opener) engined(ctx context.Context, ref image.Ref, e *Entry) error {
	g, err := engine.Find(ctx, ref.Engine())
	if err != nil {
		return err
	}
	if err := g.Limits(ctx); err != nil {
		return err
	}
	wanted := ref.Name
	pin, pinned := o.Pins.Of(ref)
	if pinned {
		wanted = pin.ID
	}
	f, err := g.Inspect(ctx, wanted)
	if err != nil && pinned {
		return fmt.Errorf("%w; the contest pins it", err)
	}
	if err != nil {
		return err
	}
	how, err := protocolOf(o.Kind, labelled(f.Labels))
	if err != nil {
		return err
	}
	if err := image.Startable(f.System, f.Processor, f.Entrypoint, f.Cmd); err != nil {
		return err
	}
	e.setImage(f.ID, f.Digest, f.Labels[authorLabel])
	e.Origin = g.Name + " " + g.Version
	e.engined, e.version = true, e.Origin
	launcher := &engine.Launcher{Engine: g, Image: f.ID, Stdin: how != afresh}
	command := bot.Command{Limits: o.Limits}
	if how != afresh {
		command.Args = f.Cmd
	}
	config := program.Config{Command: command, Launcher: launcher, Launch: o.Kind.Launch}
	e.player = players(config, how)
	if how != inAgon {
		return nil
	}
	var lacks string
	g.Note = func(text string) { lacks = text }
	err = o.introduced(config, e, false)
	g.Note = nil
	if lacks != "" && e.Note == "" {
		e.Note = lacks
	}
	return err
}

// labelled returns what the labels of an image say about its protocol.
func labelled(labels map[string]string) *build.Source {
	s := &build.Source{}
	if labels[protocolLabel] == "agon" {
		s.Protocol = build.Agon
	}
	return s
}

// setImage sets the image's ID, digest and author.
func (e *Entry) setImage(id, digest, author string) {
	e.Image, e.ID = digest, id
	e.Hash = strings.TrimPrefix(id, "sha256:")
	e.Author = author
}

// Pin returns the pin of the entry's image; ok is false if it has no image.
func (e *Entry) Pin() (p image.Pin, ok bool) {
	return image.Pin{Bot: e.Name, Ref: e.Ref, Digest: e.Image, ID: e.ID}, e.Image != ""
}

// players returns a constructor of players that use the given protocol.
func players(config program.Config, how protocol) func(Station) bot.Player {
	return func(s Station) bot.Player {
		config := config
		config.Log, config.Folders, config.Secret, config.Stop = s.Log, s.folders(), s.Secret, s.Stop
		switch how {
		case inLines:
			return program.NewLines(config)
		case afresh:
			return program.NewFresh(config)
		}
		return program.NewAgon(config)
	}
}

// onlyImage returns the path of an archive of an image that is the only file of a folder; empty if there is none.
func onlyImage(ctx context.Context, dir string) (file string, err error) {
	file, _, err = onlyFile(dir)
	if err != nil || !image.May(filepath.Base(file)) {
		return "", err
	}
	if is, err := image.Is(ctx, file); err != nil || !is {
		return "", err
	}
	return file, nil
}

// onlyFile returns the path of the only file of a folder; empty if there are more, or a folder. n is how many there are.
func onlyFile(dir string) (file string, n int, err error) {
	all, err := os.ReadDir(dir)
	all = slices.DeleteFunc(all, func(e os.DirEntry) bool { return clutter.Any(e.Name()) })
	if err != nil || len(all) != 1 || !all[0].Type().IsRegular() {
		return "", len(all), err
	}
	return filepath.Join(dir, all[0].Name()), 1, nil
}
