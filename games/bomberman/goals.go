package bomberman

// survey finds the goals on the current map, using only what every seat may see.
func (h *hunter) survey() {
	h.goals = [len(h.goals)]goal{}
	gifts, supers, fresh, stalk := &h.goals[0], &h.goals[1], &h.goals[2], &h.goals[3]
	few, many := &h.goals[4], &h.goals[5]
	gifts.worth, supers.worth, fresh.worth = giftWorth, superWorth, newWorth
	stalk.worth, stalk.plant = stalkWorth, true
	few.worth, few.plant = wallWorth, true
	many.worth, many.plant = 2*wallWorth, true

	doomed := threatened(h.s)
	for cell := range int16(h.s.cells()) {
		h.walls[cell] = 0
		if h.s.Ground[cell] != open {
			continue
		}
		if h.s.bare(cell) {
			if h.s.Gift[cell] == superGift {
				supers.cells.addCell(cell)
			} else {
				gifts.cells.addCell(cell)
			}
		}
		if h.s.Touched[h.seat][cell>>6]&(1<<(cell&63)) == 0 {
			fresh.cells.addCell(cell)
		}
		walls, rival := h.sights(cell, &doomed)
		h.walls[cell] = walls
		switch {
		case walls > 1:
			many.cells.addCell(cell)
		case walls == 1:
			few.cells.addCell(cell)
		}
		if rival {
			stalk.cells.addCell(cell)
		}
	}
	h.rivals, h.near = false, false
	for i := range h.s.Players[:h.s.Seats] {
		p := &h.s.Players[i]
		if i == h.seat || p.Killed {
			continue
		}
		h.rivals = h.rivals || p.Planted > 0
		dx, dy := p.At%h.s.Width-h.me.At%h.s.Width, p.At/h.s.Width-h.me.At/h.s.Width
		h.near = h.near || max(dx, -dx)+max(dy, -dy) <= nearby
	}
}

// sights returns what a bomb of the player on a cell would hit: walls that will stay otherwise, and rivals.
func (h *hunter) sights(cell int16, doomed *area) (walls uint8, rival bool) {
	x, y := cell%h.s.Width, cell/h.s.Width
	for _, arm := range [...]struct{ step, room int16 }{{1, h.s.Width - 1 - x}, {-1, x}, {h.s.Width, h.s.Height - 1 - y}, {-h.s.Width, y}} {
		at := cell
		for range min(int32(arm.room), h.me.Radius) {
			at += arm.step
			if h.s.Ground[at] == soft && !doomed.has(at) {
				walls++
			}
			if h.s.Ground[at] != open || h.s.Bombs[at].Owner != 0 {
				break
			}
			if seat := h.s.Stands[at]; seat != 0 && int(seat) != h.seat+1 {
				rival = true
			}
		}
	}
	return walls, rival
}
