/*
Package layers lays out the files of a container image: tar archives one over the other, by strangers.

An image is laid out completely or not at all, and nothing beside its folder is touched. [Into] makes the folder, [Tree.Layer] puts a
layer over those before it, [Find] looks a file up as a program would whose root the folder is. Links are such a program's too: they
stay as they are, absolute ones lead within the image, and nothing here follows one out of the folder.

A layer takes away what is below it by whiteouts: .wh.NAME for one file or folder, .wh..wh..opq for all that lower layers have in a
folder. They never touch what their own layer brings.

Refused, with the name and the reason, are

  - names that are absolute or go up, and links that go up beyond the root
  - hard links to anything but a file that the image holds
  - devices, pipes and sockets
  - set-uid and set-gid programs, but for those that base systems bring (su, mount, passwd …), which lose the bit
  - whiteouts of nothing, and files within files
  - more entries or bytes than [Limits] allow

Of a mode only one thing is kept: whether a file may be executed. All of an image is its bot's to read. Files keep their times.
*/
package layers
