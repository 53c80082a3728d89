/*
Package layers unpacks the files of a container image: untrusted tar archives, one over the other.

An image is unpacked completely or not at all, and nothing outside its folder is touched. [Into] creates the folder, [Tree.Layer] applies
a layer over the previous ones, [Find] resolves a path as a program would whose root the folder is. Links are resolved in the same way:
they are kept as they are, absolute ones lead within the image, and nothing here follows one out of the folder.

A layer removes files of lower layers by whiteouts: .wh.NAME for one file or folder, .wh..wh..opq for everything that lower layers have in
a folder. They never affect their own layer.

Refused, with the name and the reason, are

  - names that are absolute or go up, and links that go up beyond the root
  - hard links to anything but a file of the image
  - devices, pipes and sockets
  - set-uid and set-gid programs, except those of base systems (su, mount, passwd …), which lose the bit
  - whiteouts of nothing, and files within files
  - more entries or bytes than [Limits] allow

Of a mode only the execute bit is kept. The bot may read all of its image. Files keep their times.
*/
package layers
