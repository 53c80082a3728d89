/*
Package pyhost plays bots that are Python classes. Each bot has a process of its own, the class host of machine.py, which lives
across games and is spoken to in frames: one frame carries the prompts of all lanes in which the bot owes a move, one frame brings
all the answers back. Few wake-ups are what makes it fast.

What all seats of a lane share (the grid) travels either in the frame or, where the system can, through pages that the host process
may only read ([Shared]); the pages of a lane change only when every answer is in.

A process that hangs is killed, and the lane that it was thinking in keeps the fault; a page on which the host process notes the
lane says which one it was. The frame's other lanes are lost, not at fault: the referee plays their games again, and the moves that were made in them
stand. A player that has taken games down plays one at a time from then on. It is started again as often as it ends.

# Starts

At levels of the sandbox above none a class host is no new interpreter but a copy of one that has the libraries of the contest's bots loaded
(template.py). It is held to the same as an executed one; a test compares what both see and may do. Only libraries of a fixed list are loaded
into it, and nothing of a bot's. Copies have the same addresses of code, and what libraries drew at random when they were loaded is drawn
anew in each.

# Times

A call is timed inside the process, between two looks at its clock, and nothing but the call is in it. A bot can change that clock, so
the process is timed from outside as well, by this program's clock and by the kernel's account of its processor time, and the two
are compared over windows of 20 ms ([watch]). Wall time that the inside times do not explain is added to them, and the bot is marked. A bot that
rewrites its class host can hide what the comparison allows for: 15 µs a call and 150 µs a frame, until it is found out once. Bots
that share a process cannot be told apart; there a disagreement is logged and nobody is charged.

# Chance

A lane's modules find random, numpy.random, secrets, uuid and os.urandom as copies of their own, seeded for each game from
[bot.Secret] (chance.py). A game begins with modules that no other game has changed: those of the last game where nothing in them can have
changed, else new ones (modules.py). Not covered: generators and state inside libraries of the host, code that is run by exec in a
namespace of its own, modules taken from sys.modules, clocks, addresses, and what threads do among themselves.
*/
package pyhost
