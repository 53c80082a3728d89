package term

import (
	"slices"
	"strings"

	"agon/show/term/board"

	tea "charm.land/bubbletea/v2"
)

// A key is a key that the viewer handles. The keys are those of the page.
type key struct {
	names []string // in Bubble Tea's spelling
	hint  string   // in the bottom line; empty for keys that only the help lists
	about string   // in the help
	does  func(m *model) tea.Cmd
}

// do makes an action of a function that needs no command.
func do(f func(m *model)) func(*model) tea.Cmd {
	return func(m *model) tea.Cmd {
		f(m)
		return nil
	}
}

// keys returns all keys except those of the board, in the order of the bottom line.
func keys() []key {
	return []key{
		{[]string{"space", " "}, "space play", "play, pause", do(func(m *model) { m.playback.toggle() })},
		{[]string{"left"}, "", "one step back", do(func(m *model) { m.playback.step(-1) })},
		{[]string{"right"}, "←→ step", "one step on", do(func(m *model) { m.playback.step(1) })},
		{[]string{"shift+left"}, "", "ten steps back", do(func(m *model) { m.playback.step(-10) })},
		{[]string{"shift+right"}, "", "ten steps on", do(func(m *model) { m.playback.step(10) })},
		{[]string{"alt+left"}, "", "previous fault", do(func(m *model) { m.playback.to(m.history.before(m.playback.at)) })},
		{[]string{"alt+right"}, "", "next fault", do(func(m *model) { m.playback.to(m.history.next(m.playback.at)) })},
		{[]string{"home"}, "", "the start", do(func(m *model) { m.playback.to(0) })},
		{[]string{"end"}, "", "the end; follows a game that is being played", do(func(m *model) { m.playback.end() })},
		{[]string{"f"}, "f fast", "fast, and back to 10 a second", do(func(m *model) { m.playback.hurry() })},
		{[]string{"1"}, "", "10 steps a second", do(func(m *model) { m.playback.playAt(slow) })},
		{[]string{"2"}, "", "60 steps a second", do(func(m *model) { m.playback.playAt(swift) })},
		{[]string{"3"}, "", "fast", do(func(m *model) { m.playback.playAt(fast) })},
		{[]string{"up"}, "", "pick the bot above", do(func(m *model) { m.choose(-1) })},
		{[]string{"down"}, "↑↓ pick", "pick the bot below", do(func(m *model) { m.choose(1) })},
		{[]string{"esc", "escape"}, "", "clear the selection", do(func(m *model) { m.pick = board.None })},
		{[]string{"g"}, "g goto", "go to a number", do(func(m *model) { m.asking = true })},
		{[]string{"p"}, "p patterns", "patterns on tiles", do(func(m *model) { m.patterns = !m.patterns })},
		{[]string{"pgup"}, "", "the window up", do(func(m *model) { m.scroll = max(m.scroll-8, 0) })},
		{[]string{"pgdown"}, "", "the window down", do(func(m *model) { m.scroll += 8 })},
		{[]string{"l"}, "", "what the picked bot printed", do(func(m *model) { m.showLog() })},
		{[]string{"w"}, "w write picture", "write a picture of this moment", func(m *model) tea.Cmd { return m.write() }},
		{[]string{"q", "ctrl+c"}, "", "quit", func(*model) tea.Cmd { return tea.Quit }},
		{[]string{"?"}, "", "these keys", do(func(m *model) { m.help = !m.help })},
	}
}

// press handles a key.
func (m *model) press(k tea.Key) tea.Cmd {
	name := k.Keystroke()
	if k.Text == "?" {
		name = "?"
	}
	if m.asking && m.answer(k, name, m.playback.round) {
		return nil
	}
	if m.help && name != "q" && name != "ctrl+c" {
		m.help = false
		return nil
	}
	if answer, ok := m.plays(k.Text); ok {
		m.say(answer)
		return nil
	}
	for _, layer := range m.layers() {
		if layer.Key == name {
			m.on[layer.Name] = !m.on[layer.Name]
			return nil
		}
	}
	for _, key := range keys() {
		if slices.Contains(key.names, name) {
			return key.does(m)
		}
	}
	return nil
}

// plays passes a key to the player's hook. If the key was a move while playback was paused, it goes to the live game.
func (m *model) plays(key string) (answer string, move bool) {
	if m.play == nil || key == "" {
		return "", false
	}
	if answer, move = m.play(strings.ToLower(key)); move && !m.playback.playing {
		m.playback.end()
	}
	return answer, move
}

// choose picks the next bot of the standing, up or down.
func (m *model) choose(by int) {
	shot, ok := m.playback.shot()
	if !ok {
		return
	}
	order := shot.ByPlace()
	at := slices.Index(order, m.pick)
	if at < 0 && by < 0 {
		at = len(order)
	}
	if at += by; at >= 0 && at < len(order) {
		m.pick = order[at]
	}
}
