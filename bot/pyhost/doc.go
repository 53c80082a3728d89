/*
Package pyhost plays bots that are Python classes. Each bot has a process of its own, the class host of machine.py, which runs across games
and exchanges frames with agon: one frame carries the prompts of all lanes in which the bot owes a move, and one frame brings all answers
back. Few wake-ups make it fast.

What all seats of a lane share (the grid) is sent either in the frame or, if the system can, through pages that the host process can only
read ([Shared]); the pages of a lane change only when every answer has arrived.

A process that hangs is killed, and the lane for which it was thinking has the fault; the host process notes that lane on a shared page.
The frame's other lanes are lost without a fault: the referee replays their games, keeping the moves made in them. A player that has taken
games down plays one at a time from then on. It is restarted as often as it ends.

# Starts

At levels of the sandbox above none a class host is no new interpreter but a copy of one that has the libraries of the contest's bots
loaded (template.py). It is held to the same as an executed one; a test compares what both see and may do. Only libraries of a fixed list
are loaded into it, and nothing of a bot's. Bots that need no more than their kind's libraries have one of their own, which is smaller
and is ready earlier (package lineup, Entry.Heavy). Copies have the same addresses of code, and what libraries drew at random when they
were loaded is drawn anew in each.

# Times

A call is timed inside the process, between two readings of its clock, with nothing but the call in between. Since a bot can change that
clock, the process is timed from outside as well, by this program's clock and by the kernel's accounting of its processor time, and the
two are compared over windows of 20 ms ([watch]). Processor time that the inside times do not explain is added to them. A bot is marked
if it was repeatedly at least half of what they report, and 10 ms in all (12 ms where the process waits for processors longer than it
runs), or if the process was seen asleep in its calls; waiting for a processor never counts. A bot that rewrites its class host can hide
what the comparison allows for, 15 µs per call and 150 µs per frame, and less than a third of the time that it sleeps, until it is found
out once. Bots that share a process cannot be distinguished; there the difference is logged and nobody is charged.

# Chance

A lane's modules get copies of random, numpy.random, secrets, uuid and os.urandom of their own, seeded for each game from
[bot.Secret] (chance.py). A game begins with modules that no other game has changed: those of the last game if nothing in them can have
changed, otherwise new ones (modules.py). Not covered are generators and state inside libraries of the host, code run by exec in a
namespace of its own, modules taken from sys.modules, clocks, addresses, and interactions of threads.
*/
package pyhost
