/*
Package folders opens contests by their folders: to read what a run has stored, to decide, and to note events beside a run. It compiles their
reports, and says of an error of a folder what can be done about it.

Nothing here plays. [Folders.Read] locks and changes nothing; [Folders.Amend] locks the folder as a run does.
*/
package folders
