package lineup

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"agon/bot"
	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/image/engine"
	"agon/bot/program"
)

// Labels of an image that agon reads.
const (
	protocolLabel = "agon.protocol" // "agon": it speaks the agon protocol
	authorLabel   = "org.opencontainers.image.authors"
)

// image enters the bot in a container image. An invalid image is a broken bot, because it is its author's mistake.
func (o *Opener) image(ctx context.Context, ref image.Ref) ([]Entry, error) {
	if o.Kind.Launch.Home {
		return nil, fmt.Errorf("bots of %s keep files during a game, and images are read-only; use the program or its folder", o.Kind.Title)
	}
	ref = ref.Absolute()
	e := Entry{Name: ref.Base(), Ref: ref.String(), Hash: hashText(ref.String())}
	err := o.contained(ctx, ref, &e)
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
	if err := o.Launcher.Rooted(); err != nil {
		return err
	}
	builder, err := o.tools()
	if err != nil {
		return err
	}
	images := image.Store{Cache: builder.Cache}
	m, root, err := images.Get(ctx, ref, o.Pins)
	if err != nil {
		return err
	}
	how, err := o.protocol(labelled(m.Config.Labels))
	if err != nil {
		return err
	}
	command, err := m.Program(root, how == afresh, o.Limits)
	if err != nil {
		return err
	}
	e.told(m.ID, m.Digest, m.Config.Labels[authorLabel])
	config := program.Config{Command: command, Launcher: o.Launcher, Launch: o.Kind.Launch}
	e.player, e.inLines, e.inAgon = o.players(config, how), how == inLines, how == inAgon
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
	how, err := o.protocol(labelled(f.Labels))
	if err != nil {
		return err
	}
	if err := image.Startable(f.System, f.Processor, f.Entrypoint, f.Cmd); err != nil {
		return err
	}
	e.told(f.ID, f.Digest, f.Labels[authorLabel])
	e.Origin = g.Name + " " + g.Version
	e.engined, e.version = true, e.Origin
	launcher := &engine.Launcher{Engine: g, Image: f.ID, Stdin: how != afresh}
	command := bot.Command{Limits: o.Limits}
	if how != afresh {
		command.Args = f.Cmd
	}
	config := program.Config{Command: command, Launcher: launcher, Launch: o.Kind.Launch}
	e.player = o.players(config, how)
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

// told sets the image's ID, digest and author.
func (e *Entry) told(id, digest, author string) {
	e.Image, e.ID = digest, id
	e.Hash = strings.TrimPrefix(id, "sha256:")
	e.Author = author
}

// Pin returns the pin of the entry's image; ok is false if it has no image.
func (e *Entry) Pin() (p image.Pin, ok bool) {
	return image.Pin{Bot: e.Name, Ref: e.Ref, Digest: e.Image, ID: e.ID}, e.Image != ""
}

// players returns a constructor of players that use the given protocol.
func (o *Opener) players(config program.Config, how protocol) func(Station) bot.Player {
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
