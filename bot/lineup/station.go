package lineup

import (
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/pyhost"
)

// A Station is what a core gives to one of its players.
type Station struct {
	Log       *bot.Log
	Core      *Core           // what the players of a core share; nil: nothing
	Libraries []string        // that the Python bots of the contest import: their processes are started with them
	Profile   bool            // Python bots run under the standard profiler
	Secret    *bot.Secret     // seeds the generators of bots
	Loading   time.Duration   // that a Python bot may take to load; see pyhost.Config
	Stop      <-chan struct{} // closed when nobody waits for the players any more: they then give up at once; may be nil
}

// A Core is what the players of one core share: the folders of its games, and memory in which bots read what all seats of a game see. The
// zero value is ready and has no such memory. It belongs to one goroutine.
type Core struct {
	memory  *pyhost.Shared
	folders program.Folders
}

// ShareMemory makes size bytes of memory for each of so many games. It is called before the first player is made. On a system without
// memory that other processes may only read it does nothing, and bots are sent everything.
func (c *Core) ShareMemory(games, size int) {
	if c.memory == nil {
		c.memory, _ = pyhost.NewShared(games, size)
	}
}

// SharesMemory reports whether there is shared memory.
func (c *Core) SharesMemory() bool { return c.memory != nil }

// Close frees the memory. No player may be in use any more.
func (c *Core) Close() error {
	if c.memory == nil {
		return nil
	}
	return c.memory.Close()
}

// pages is the core's shared memory, nil where there is none.
func (s Station) pages() *pyhost.Shared {
	if s.Core == nil {
		return nil
	}
	return s.Core.memory
}

// folders are the folders of the core's games, nil where the player shares none.
func (s Station) folders() *program.Folders {
	if s.Core == nil {
		return nil
	}
	return &s.Core.folders
}

// python is how the class host of a Python bot is configured at a station; false for any other bot.
func (e *Entry) python(s Station) (pyhost.Config, bool) {
	if e.class == nil {
		return pyhost.Config{}, false
	}
	c := *e.class
	c.Log, c.Shared, c.Profile, c.Loading, c.Secret, c.Stop = s.Log, s.pages(), s.Profile, s.Loading, s.Secret, s.Stop
	if s.Libraries != nil {
		c.Libraries = s.Libraries
	}
	return c, true
}

// OneProcess makes players of those entries that are Python classes, all in one process, and nil of the others. Each entry has the
// station of the same index.
func OneProcess(entries []*Entry, stations []Station) []bot.Player {
	players := make([]bot.Player, len(entries))
	var at []int
	var configs []pyhost.Config
	for i, e := range entries {
		if c, ok := e.python(stations[i]); ok {
			at, configs = append(at, i), append(configs, c)
		}
	}
	for i, p := range pyhost.NewGroup(configs) {
		players[at[i]] = p
	}
	return players
}
