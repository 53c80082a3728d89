// Package diskfree reports how much room a file system has, so that a program can stop taking data before a write fails.
package diskfree
