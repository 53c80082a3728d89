package contest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"agon/bot"
	"agon/store"
)

// seed draws what the file leaves to chance, or finds what an earlier run has drawn.
func (c *Contest) seed(before store.Fingerprint) {
	c.Seed = c.File.Seed
	if !c.File.Seeded {
		var bytes [8]byte
		rand.Read(bytes[:])
		c.Seed = int64(binary.BigEndian.Uint64(bytes[:]) >> 1)
		if drawn, ok := before.Value("seed"); ok {
			fmt.Sscan(drawn, &c.Seed)
		}
	}
	switch drawn, ok := before.Value(secretFact); {
	case c.File.Secret != "":
		c.Secret = bot.ReadSecret(c.File.Secret)
	case c.File.Seeded:
		c.Secret = bot.DeriveSecret(c.Seed)
	case ok:
		c.Secret, c.drawn = bot.ReadSecret(drawn), true
	default:
		c.Secret, c.drawn = bot.DrawSecret(), true
	}
}

// secretFact is the name under which the ledger keeps a secret that was drawn. Of one that the file names it keeps a hash.
const secretFact = "secret"

// secretFacts is what the fingerprint has of the secret. One that is derived from the seed needs no fact of its own.
func (c *Contest) secretFacts() store.Fingerprint {
	switch {
	case c.drawn:
		return store.Fingerprint{{Name: secretFact, Value: c.Secret.String()}}
	case c.File.Secret != "":
		return store.Fingerprint{{Name: "hash of the secret", Value: fmt.Sprintf("%x", sha256.Sum256([]byte(c.Secret.String())))}}
	}
	return nil
}

// imageFact begins the name of a fact that holds the ID of a bot's container image.
const imageFact = "image of "

// fingerprint is what makes this contest this contest. Where it has begun before, the bots are those with which it began.
func (c *Contest) fingerprint(before store.Fingerprint) store.Fingerprint {
	facts := store.Fingerprint{
		{Name: "kind", Value: c.Kind.Name},
		{Name: "rules", Value: c.Kind.Version},
		{Name: "seed", Value: fmt.Sprint(c.Seed)},
	}
	facts = append(facts, c.secretFacts()...)
	for _, option := range c.Settings.Texts() {
		name, value, _ := strings.Cut(option, "=")
		facts = append(facts, store.Fact{Name: "option " + name, Value: value})
	}
	for i, s := range c.Stages {
		facts = append(facts, store.Fact{Name: fmt.Sprintf("stage %d (%s)", i+1, s.Name), Value: stageFact(s.Format, c.File.Stages[i].Keys)})
	}
	if l := c.File.Limits; l.Enforce {
		facts = append(facts, store.Fact{Name: "enforced average", Value: l.Average.String()})
	}
	if len(before) > 0 {
		for _, fact := range before {
			if _, ok := parseBot(fact); ok || strings.HasPrefix(fact.Name, imageFact) {
				facts = append(facts, fact)
			}
		}
		return facts
	}
	for _, e := range c.Entries {
		facts = append(facts, store.Fact{Name: "bot " + e.Name, Value: botFact(e)})
		if e.ID != "" {
			facts = append(facts, store.Fact{Name: imageFact + e.Name, Value: e.ID})
		}
	}
	return facts
}
