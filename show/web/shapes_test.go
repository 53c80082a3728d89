package web

import (
	"encoding/json"
	"testing"

	"agon/game/draw"
)

// Every form of shape can be drawn on a board of any size, for each bot and for none, whichever bot is picked, with and without patterns.
func TestShapesAtAnySize(t *testing.T) {
	tab := newTab(t, openBrowser(t))
	open(t, tab, serve(t, makeFilm(t, 3, 5)))
	forms, err := json.Marshal(draw.Forms)
	if err != nil {
		t.Fatal(err)
	}
	wrong := eval[[]string](t, tab, `(async () => {
		const { drawShape } = await import("./assets/shapes.js"), { readLook } = await import("./assets/look.js"), brush = await import("./assets/brush.js");
		const g = document.createElement("canvas").getContext("2d"), wrong = [];
		const look = readLook([{ name: "a", slot: 0, mark: "A" }, { name: "b", slot: 2, mark: "C" }]);
		for (const form of `+string(forms)+`) for (const tile of [0.01, 0.2, 0.5, 1, 1.3, 2, 5, 13, 20, 40]) for (const radius of [0, 0.01, 0.29, 0.44, 3])
			for (const seat of form === "bot" ? [0, 1] : [-1, 0, 1]) for (const pick of [null, 0, 1]) for (const patterns of [false, true]) {
				const shape = { form, seat, tone: "full", x: 1, y: 1, width: 1, height: 1, radius, ticks: 3, text: "+", points: [0, 0, 1, 1], from: 0, to: 4 };
				try {
					drawShape(g, shape, look, { width: 9 * tile, height: 9 * tile, tile, edge: i => Math.round(i * tile), pick, on: { patterns }, age: Infinity, brush, called: null });
				} catch (error) {
					wrong.push(form + " of " + seat + " with radius " + radius + " at " + tile + " px: " + error);
				}
			}
		return wrong.slice(0, 9);
	})()`)
	for _, text := range wrong {
		t.Error(text)
	}
}
