/*
Package heartbeat notes when this process did not run.

A [Monitor] is a thread that wakes every 20 milliseconds and looks at the monotonic clock. A gap in its beats has one of two causes: the
processors were busy with something else, which the kernel counts as the thread's run delay, or nothing of the process ran at all: it was
stopped by a signal, or the whole machine was paused. The second kind is a pause, during which no answer could be heard.

A [Thread] is how long one thread of this process waited for a processor.
*/
package heartbeat
