/*
Package heartbeat measures when this process did not run.

A [Monitor] is a thread that wakes every 20 milliseconds and reads the monotonic clock. A gap in its beats has one of two causes: the
processors were busy with something else, which the kernel counts as the thread's run delay, or nothing in the process ran at all, because
a signal had stopped it or the whole machine was paused. The second kind is a pause, during which no answer could be read.

A [Thread] reports how long one thread of this process waited for a processor.
*/
package heartbeat
