package worker

import (
	"fmt"
	"slices"

	"agon/bot"
	"agon/bot/lineup"
)

// A startedPlayer is a player that a core has started.
type startedPlayer struct {
	player bot.Player
	traits bot.Traits // of the player
	log    *bot.Log
	used   int    // the core's count of line-ups when it last played
	absent string // why it is not started

	pondered ponderer
}

func newStarted(p bot.Player, log *bot.Log) *startedPlayer {
	return &startedPlayer{player: p, traits: p.Traits(), log: log}
}

// logIn returns the log of a game that is played in a lane. Players of one lane have one log.
func (p *startedPlayer) logIn(lane int) *bot.Log {
	if p.traits.LogsLanes {
		return p.log.Lane(lane)
	}
	return p.log
}

// most is how many players a core keeps; the least recently used one is closed first.
const most = 64

// start starts the players of a line-up that are not running, and passes all of them to the referee.
func (k *core) start(entries []int) error {
	if !k.shared.SharesMemory() && k.pool.Pages && k.pool.Kind.Launch.Host != "" {
		if err := k.shareMemory(len(entries)); err != nil {
			return err
		}
	}
	k.clock++
	k.referee.Players = k.referee.Players[:0]
	k.referee.AskAll = k.pool.OneProcess && !k.single
	for _, e := range entries {
		k.replaceAbsent(e)
	}
	if k.referee.AskAll {
		k.startTogether(entries)
	}
	begun := slices.DeleteFunc(slices.Clone(entries), func(e int) bool { return k.players[e] != nil })
	for _, e := range entries {
		s := k.players[e]
		if s == nil {
			station := k.station()
			s = newStarted(k.pool.Entries[e].Player(station), station.Log)
			k.players[e] = s
			if k.pool.Logged != nil {
				k.pool.Logged(e, s.log)
			}
			if k.pool.Enter != nil {
				k.pool.Enter(e, s.player)
			}
		}
		s.used = k.clock
		k.referee.Players = append(k.referee.Players, s.player)
	}
	k.makeRoom()
	k.startLight(begun)
	return nil
}

// startLight starts the light ones of new players, where the heavy ones have to wait until their libraries are loaded. See
// [lineup.Entry.Heavy].
func (k *core) startLight(begun []int) {
	if !slices.ContainsFunc(begun, func(e int) bool { return k.pool.Entries[e].Heavy() }) {
		return
	}
	for _, e := range begun {
		if start := k.players[e].traits.Start; start != nil && !k.pool.Entries[e].Heavy() {
			start()
		}
	}
}

// replaceAbsent closes a player that should be absent, or the reverse, and puts a bot.Absent in place of an entry that is not started in
// this job.
func (k *core) replaceAbsent(entry int) {
	why := k.absent[entry]
	s := k.players[entry]
	if s != nil && s.absent != why {
		s.player.Close()
		delete(k.players, entry)
	}
	if why != "" && k.players[entry] == nil {
		k.players[entry] = newStarted(bot.Absent{Why: why}, bot.NewLog(k.pool.Logs))
		k.players[entry].absent = why
	}
}

func (k *core) station() lineup.Station {
	return lineup.Station{Log: bot.NewLog(k.pool.Logs), Core: &k.shared, Profile: k.pool.Profile, Loading: Loading(k.pool.Guard),
		Secret: k.pool.secret(), Stop: k.pool.stop,
		Libraries: k.pool.libraries}
}

// startTogether starts the Python bots of a line-up that are not running in one process.
func (k *core) startTogether(lineUp []int) {
	var missing []int
	var entries []*lineup.Entry
	var stations []lineup.Station
	for _, e := range lineUp {
		if k.players[e] == nil {
			missing, entries, stations = append(missing, e), append(entries, &k.pool.Entries[e]), append(stations, k.station())
		}
	}
	for i, p := range lineup.OneProcess(entries, stations) {
		if p != nil {
			k.players[missing[i]] = newStarted(p, stations[i].Log)
		}
	}
}

// shareMemory allocates the memory from which this core's bots read what all seats see.
func (k *core) shareMemory(seats int) error {
	t, err := k.pool.Kind.Table(k.pool.Settings)
	if err != nil {
		return err
	}
	if err := t.Deal(1, seats); err != nil {
		return fmt.Errorf("deal a game to measure its memory: %w", err)
	}
	if size := len(t.Common().Stdin); size > 0 {
		k.shared.ShareMemory(mostLanes, size)
	}
	return nil
}

// makeRoom closes the least recently used players if there are too many.
func (k *core) makeRoom() {
	for len(k.players) > most {
		oldest := -1
		for e, s := range k.players {
			if s.used < k.clock && (oldest < 0 || s.used < k.players[oldest].used || s.used == k.players[oldest].used && e < oldest) {
				oldest = e
			}
		}
		if oldest < 0 {
			return
		}
		k.players[oldest].player.Close()
		delete(k.players, oldest)
	}
}

// closePlayers ends all players.
func (k *core) closePlayers() {
	for e, s := range k.players {
		if k.pool.Leave != nil {
			k.pool.Leave(e, s.player)
		}
	}
	for _, s := range k.players {
		if s.traits.Kill != nil {
			s.traits.Kill()
		}
	}
	for _, s := range k.players {
		s.player.Close()
	}
}

// close ends all players and frees what they shared.
func (k *core) close() {
	for i := range k.lanes {
		k.lanes[i].lose()
	}
	k.closePlayers()
	k.shared.Close()
}
