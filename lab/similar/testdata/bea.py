# my very own bot


W,H = 30,20
DIRS = {"UP": (0,-1),"DOWN": (0,1),"LEFT": (-1,0),"RIGHT": (1,0)}

walls = {}


def voronoi(me,foes):
	ours = bfs(me)
	theirs = [bfs(foe) for foe in foes]
	total = 0
	for cell,d in ours.items():
		closest = min([dist.get(cell,1000) for dist in theirs],default=1000)
		if d < closest:
			total += 3
		elif d > closest:
			total -= 1
	return total - sum(len(dist) for dist in theirs) // 2


def bfs(origin):
	seen = {origin: 0}
	todo = [origin]
	while todo:
		cell = todo.pop(0)
		for nxt in adjacent(*cell):
			if nxt not in seen:
				seen[nxt] = seen[cell]+1
				todo.append(nxt)
	return seen


def on_board(col,row):
	return 0 <= col < W and 0 <= row < H


def adjacent(col,row):
	for a,b in DIRS.values():
		if on_board(col+a,row+b) and (col+a,row+b) not in walls:
			yield col+a,row+b


while True:
	count,me_id = [int(k) for k in input().split()]
	pos = []
	for k in range(count):
		ax,ay,bx,by = [int(t) for t in input().split()]
		pos.append((bx,by))
		if ax >= 0:
			walls[ax,ay] = walls[bx,by] = k
		else:
			walls = {cell: nxt for cell,nxt in walls.items() if nxt != k}

	col,row = pos[me_id]
	foes = [spot for k,spot in enumerate(pos) if k != me_id and spot[0] >= 0]
	pick,top = "UP",None
	for direction,(a,b) in DIRS.items():
		c2,r2 = col+a,row+b
		if on_board(c2,r2) and (c2,r2) not in walls:
			v = voronoi((c2,r2),foes)
			if len(list(adjacent(c2,r2))) == 1:
				v += 0.5
			if top is None or v > top:
				pick,top = direction,v
	print(pick,flush=True)
