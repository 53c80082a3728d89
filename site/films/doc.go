/*
Package films makes the films of finished games for their pages: of games of contests, and of matches on demand, which may still be played.

A game is simulated again from its replay when somebody looks at it, and kept for the next who does. What a film shows to whom is decided
here: nothing of a contest that goes on by which its bots could be copied, and of a bot's output and its turns only what belongs to its
own author. Package site puts pages around the films.
*/
package films
