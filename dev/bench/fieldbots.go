package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// fieldBot is one bot of the generated field: a strategy with a fixed amount of work a move, which is the same on every machine.
type fieldBot struct {
	name     string
	strategy string // of fieldStrategies
	work     int    // its unit is the strategy's
}

// field is 21 different bots, from 1 us to 7 ms a move, as different as contestants write them: plain Python, numpy, and scipy's ndimage and signal.
// The cost beside each is that of a move in the plain loop on a core of 2.5 GHz; there all of them take some 17 ms a round.
var field = []fieldBot{
	{"Straight", "cycle", 1},     // 1 us
	{"Spiral", "cycle", 7},       // 1 us
	{"Dice", "dice", 1},          // 2 us
	{"Glance", "look", 8},        // 16 us
	{"Peek", "look", 24},         // 36 us
	{"Walker", "look", 60},       // 64 us
	{"Flood", "flood", 60},       // 59 us
	{"Tide", "flood", 500},       // 330 us
	{"Ocean", "flood", 1300},     // 840 us
	{"Counter", "count", 4},      // 21 us
	{"Accountant", "count", 20},  // 75 us
	{"Auditor", "count", 90},     // 320 us
	{"Nearest", "nearest", 2},    // 54 us
	{"Hunter", "nearest", 25},    // 390 us
	{"Stalker", "nearest", 80},   // 1.2 ms
	{"Blur", "blur", 5},          // 79 us
	{"Fog", "blur", 21},          // 850 us
	{"Regions", "regions", 4},    // 400 us
	{"Distance", "distance", 14}, // 1.7 ms
	{"Echo", "echo", 12},         // 3.2 ms
	{"Thunder", "echo", 27},      // 7 ms
}

// fieldStrategies are the bodies of determine_next_move, with their imports first. WORK is the bot's work.
var fieldStrategies = map[string]string{
	"cycle": `import itertools
---
        if self.path is None:
            self.path = itertools.cycle([m for m in MOVES for _ in range(WORK)])
        return next(self.path)
`,
	"dies": `import itertools
import os
import random
---
        if self.path is None:
            self.path = itertools.cycle([m for m in MOVES for _ in range(WORK)])
            self.last = random.randrange(500) if random.randrange(50) == 0 else -1
        self.last -= 1
        if self.last == 0:
            os._exit(1)
        return next(self.path)
`,
	"dice": `import random
---
        return random.choice(MOVES)
`,
	"look": `import random
---
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        best, where = -1, random.randrange(4)
        for i in range(WORK):
            dx, dy = STEPS[i % 4]
            reach = 1 + i // 4
            nx, ny = x + dx * reach, y + dy * reach
            if 0 <= nx < side and 0 <= ny < side:
                floor = grid[ny, nx]
                gain = 2 if floor == 0 else (self.id - floor) % 3
                if gain * 16 - reach > best:
                    best, where = gain * 16 - reach, i % 4
        return MOVES[where]
`,
	"flood": `import random
from collections import deque
---
        rows = grid.tolist()
        side = game_info.grid_size
        start = (int(self.position[0]), int(self.position[1]))
        seen, queue, best, where = {start}, deque([(start, -1)]), -1, random.randrange(4)
        for _ in range(WORK):
            if not queue:
                break
            (x, y), first = queue.popleft()
            for i, (dx, dy) in enumerate(STEPS):
                nx, ny = x + dx, y + dy
                if 0 <= nx < side and 0 <= ny < side and (nx, ny) not in seen:
                    seen.add((nx, ny))
                    step = i if first < 0 else first
                    queue.append(((nx, ny), step))
                    gain = (self.id - rows[ny][nx]) % 3
                    if rows[ny][nx] == 0 and gain > best:
                        best, where = gain, step
        return MOVES[where]
`,
	"count": `import numpy as np
---
        tiles = grid.ravel()
        for _ in range(WORK):
            owned = np.bincount(tiles, minlength=64)
        x, y = self.position
        return MOVES[(int(owned.argmax()) + int(x) + 3 * int(y)) % 4]
`,
	"nearest": `import numpy as np
---
        ys, xs = np.indices(grid.shape)
        for i in range(WORK):
            away = np.abs(xs - self.position[0]) + np.abs(ys - self.position[1]) + (grid == self.id) * 64 + (grid + i) % 3
        y, x = np.unravel_index(np.argmin(away + (away == 0) * 99), grid.shape)
        if x != self.position[0]:
            return Move.RIGHT if x > self.position[0] else Move.LEFT
        return Move.UP if y > self.position[1] else Move.DOWN
`,
	"blur": `import numpy as np
from scipy import ndimage
---
        free = ((self.id - grid) % 3 == 2) | (grid == 0)
        value = ndimage.convolve(free.astype(float), np.ones((WORK, WORK)), mode="constant")
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [value[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
`,
	"regions": `import numpy as np
from scipy import ndimage
---
        for i in range(WORK):
            labels, n = ndimage.label((grid + i) % 3 == 0)
            sizes = ndimage.sum_labels(np.ones_like(labels), labels, np.arange(n + 1))
        return MOVES[int(sizes.argmax() + self.position[0]) % 4]
`,
	"distance": `import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter
---
        for i in range(WORK):
            far = gaussian_filter(distance_transform_edt((grid - i) % 3 != 1), 2.0)
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [far[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
`,
	"echo": `import numpy as np
from scipy import signal
---
        value = (grid == 0) + 2.0 * ((self.id - grid) % 3 == 2)
        for i in range(WORK):
            heard = signal.convolve2d(value, KERNEL, mode="same")
        x, y = int(self.position[0]), int(self.position[1])
        side = game_info.grid_size
        around = [heard[y + dy, x + dx] if 0 <= x + dx < side and 0 <= y + dy < side else -1.0 for dx, dy in STEPS]
        return MOVES[int(np.argmax(around))]
`,
}

// text returns the bot's file.
func (b fieldBot) text() string {
	imports, body, _ := strings.Cut(fieldStrategies[b.strategy], "---\n")
	kernel := ""
	if strings.Contains(body, "KERNEL") {
		kernel = "KERNEL = 1.0 / (1.0 + np.add.outer(np.arange(-5, 6) ** 2, np.arange(-5, 6) ** 2))\n"
	}
	return fmt.Sprintf(`%s
from ..bot_control import Move

MOVES = (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT)
STEPS = ((0, 1), (0, -1), (-1, 0), (1, 0))
%s

class Bot:
    path = None

    def get_name(self):
        return "%s"

    def get_contributor(self):
        return "bench"

    def determine_next_move(self, grid, enemies, game_info):
%s`, imports, kernel, b.name, strings.ReplaceAll(body, "WORK", fmt.Sprint(b.work)))
}

// trivialBots are 21 bots that only answer, each in its own way.
func trivialBots() (bots []fieldBot) {
	for i := range 21 {
		bots = append(bots, fieldBot{name: fmt.Sprintf("Trivial%02d", i+1), strategy: "cycle", work: i + 1})
	}
	return bots
}

// writeField writes bots into a folder as a contest keeps them, and returns their files.
func writeField(dir string, bots []fieldBot) (files []string, err error) {
	for _, b := range bots {
		folder := filepath.Join(dir, "robots", strings.ToLower(b.name))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		file := filepath.Join(folder, "bot.py")
		if err := os.WriteFile(file, []byte(b.text()), 0o644); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}
