//go:build !unix

package program

// unwaiting is 0: on this system opening a file never blocks.
const unwaiting = 0
