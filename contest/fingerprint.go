package contest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"agon/bot"
	"agon/contest/store"
)

// seed draws the seed and the secret if the file sets none, or takes those that an earlier run drew; before is nil in the first run.
func (o opening) seed(before *store.Contest) {
	if before == nil {
		before = &store.Contest{}
		if !o.File.Seeded {
			var bytes [8]byte
			rand.Read(bytes[:])
			before.Seed = int64(binary.BigEndian.Uint64(bytes[:]) >> 1)
		}
	}
	if o.Seed = before.Seed; o.File.Seeded {
		o.Seed = o.File.Seed
	}
	switch {
	case o.File.Secret != "":
		o.Secret = bot.ReadSecret(o.File.Secret)
	case o.File.Seeded:
		o.Secret = bot.DeriveSecret(o.Seed)
	case before.Secret != "":
		o.Secret, o.drawn = bot.ReadSecret(before.Secret), true
	default:
		o.Secret, o.drawn = bot.DrawSecret(), true
	}
}

// defined returns what defines this contest. If it has begun before, the stages and the bots are those with which it began. Of a secret
// that the file sets only a hash is stored.
func (o opening) defined(before *store.Contest) *store.Contest {
	d := &store.Contest{Name: o.File.Name, Kind: o.Kind.Name, Rules: o.Kind.Version, Seed: o.Seed}
	switch {
	case o.drawn:
		d.Secret = o.Secret.String()
	case o.File.Secret != "":
		d.SecretHash = fmt.Sprintf("%x", sha256.Sum256([]byte(o.Secret.String())))
	}
	if l := o.File.Limits; l.Enforce {
		d.Average = l.Average.String()
	}
	for _, option := range o.Settings.Texts() {
		name, value, _ := strings.Cut(option, "=")
		d.Options = append(d.Options, store.Value{Name: name, Text: value})
	}
	d.Stages = o.fileStages()
	if before != nil {
		d.Stages, d.Bots = before.Stages, before.Bots
		return d
	}
	for _, e := range o.Entries {
		d.Bots = append(d.Bots, store.Bot{Name: e.Name, Author: e.Author, Hash: e.Hash, Image: e.ID, Broken: e.Broken})
	}
	return d
}
