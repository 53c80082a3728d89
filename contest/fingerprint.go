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
func (c *Contest) seed(before *store.Contest) {
	if before == nil {
		before = &store.Contest{}
		if !c.File.Seeded {
			var bytes [8]byte
			rand.Read(bytes[:])
			before.Seed = int64(binary.BigEndian.Uint64(bytes[:]) >> 1)
		}
	}
	if c.Seed = before.Seed; c.File.Seeded {
		c.Seed = c.File.Seed
	}
	switch {
	case c.File.Secret != "":
		c.Secret = bot.ReadSecret(c.File.Secret)
	case c.File.Seeded:
		c.Secret = bot.DeriveSecret(c.Seed)
	case before.Secret != "":
		c.Secret, c.drawn = bot.ReadSecret(before.Secret), true
	default:
		c.Secret, c.drawn = bot.DrawSecret(), true
	}
}

// defined returns what defines this contest. If it has begun before, the stages and the bots are those with which it began. Of a secret
// that the file sets only a hash is stored.
func (c *Contest) defined(before *store.Contest) *store.Contest {
	d := &store.Contest{Name: c.File.Name, Kind: c.Kind.Name, Rules: c.Kind.Version, Seed: c.Seed}
	switch {
	case c.drawn:
		d.Secret = c.Secret.String()
	case c.File.Secret != "":
		d.SecretHash = fmt.Sprintf("%x", sha256.Sum256([]byte(c.Secret.String())))
	}
	if l := c.File.Limits; l.Enforce {
		d.Average = l.Average.String()
	}
	for _, option := range c.Settings.Texts() {
		name, value, _ := strings.Cut(option, "=")
		d.Options = append(d.Options, store.Value{Name: name, Text: value})
	}
	d.Stages = c.fileStages()
	if before != nil {
		d.Stages, d.Bots = before.Stages, before.Bots
		return d
	}
	for _, e := range c.Entries {
		d.Bots = append(d.Bots, store.Bot{Name: e.Name, Author: e.Author, Hash: e.Hash, Image: e.ID, Broken: e.Broken})
	}
	return d
}
