//go:build !unix

package program

// unwaiting is not needed here: opening a file waits for nobody.
const unwaiting = 0
