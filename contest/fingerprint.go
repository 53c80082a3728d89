package contest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"agon/bot"
	"agon/store"
)

// seed draws the seed and the secret if the file sets none, or takes those that an earlier run drew.
func (c *Contest) seed(before store.Fingerprint) (err error) {
	c.Seed = c.File.Seed
	if !c.File.Seeded {
		var bytes [8]byte
		rand.Read(bytes[:])
		c.Seed = int64(binary.BigEndian.Uint64(bytes[:]) >> 1)
		if drawn, ok := before.Value("seed"); ok {
			if c.Seed, err = strconv.ParseInt(drawn, 10, 64); err != nil {
				return fmt.Errorf("the ledger's seed %q is not a number: restore a copy of the ledger", drawn)
			}
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
	return nil
}

// secretFact is the fact with a drawn secret. For one that the file sets the ledger holds only a hash.
const secretFact = "secret"

// secretFacts returns the fingerprint's facts about the secret; nil if it is derived from the seed.
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

// fingerprint returns the facts that identify this contest. If it has begun before, the bots are those with which it began.
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
