package lineup

import (
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/pyhost"
)

// A Station is what a core provides to one of its players.
type Station struct {
	Log       *bot.Log
	Core      *Core           // shared by the players of a core; nil: nothing
	Libraries []string        // modules that the Python bots of the contest import; the processes of heavy entries start with these loaded
	Profile   bool            // Python bots run under the standard profiler
	Secret    *bot.Secret     // seeds the generators of bots
	Loading   time.Duration   // load time allowed for a Python bot; see pyhost.Config
	Stop      <-chan struct{} // closed when players must give up at once; may be nil
}

// A Core is shared by the players of one core: the folders of its games, and memory from which bots read what all seats of a game see. The
// zero value is ready to use and has no such memory. It is not safe for concurrent use.
type Core struct {
	memory  *pyhost.Shared
	folders program.Folders
}

// ShareMemory allocates size bytes of shared memory for each of the games. Call it before the first player is created. It does nothing on
// systems without memory that other processes can only read; bots then receive all data through pipes.
func (c *Core) ShareMemory(games, size int) {
	if c.memory == nil {
		c.memory, _ = pyhost.NewShared(games, size)
	}
}

// SharesMemory reports whether there is shared memory.
func (c *Core) SharesMemory() bool { return c.memory != nil }

// Close frees the memory. No player may use it any more.
func (c *Core) Close() error {
	if c.memory == nil {
		return nil
	}
	return c.memory.Close()
}

// pages returns the core's shared memory, nil if there is none.
func (s Station) pages() *pyhost.Shared {
	if s.Core == nil {
		return nil
	}
	return s.Core.memory
}

// folders returns the folders of the core's games, nil if the player shares none.
func (s Station) folders() *program.Folders {
	if s.Core == nil {
		return nil
	}
	return &s.Core.folders
}

// python returns the class host's configuration for a Python bot at a station; false for any other bot.
func (e *Entry) python(s Station) (pyhost.Config, bool) {
	if e.class == nil {
		return pyhost.Config{}, false
	}
	c := *e.class
	c.Log, c.Shared, c.Profile, c.Loading, c.Secret, c.Stop = s.Log, s.pages(), s.Profile, s.Loading, s.Secret, s.Stop
	if e.heavy && s.Libraries != nil {
		c.Libraries = s.Libraries
	}
	return c, true
}

// OneProcess returns players of the entries that are Python classes, all in one process, and nil for the others. Each entry has the station
// of the same index.
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
