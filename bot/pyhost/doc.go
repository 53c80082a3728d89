/*
Package pyhost plays bots that are Python classes. Each bot has a process of its own, the class host of machine.py, which lives
across games and is spoken to in frames: one frame carries the prompts of all lanes in which the bot owes a move, one frame brings
all the answers back. Few wake-ups are what makes it fast.

What all seats of a lane share (the grid) travels either in the frame or, where the system can, through pages that the host process
may only read ([Shared]); the pages of a lane change only when every answer is in.

A process that hangs is killed, and the lane that it was thinking in keeps the fault; a page on which the host process notes the
lane says which one it was. The frame's other lanes are lost, not at fault: the referee plays their games again, and the moves that were made in them
stand. A player that has taken games down plays one at a time from then on. It is started again as often as it ends.
*/
package pyhost
