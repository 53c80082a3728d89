/*
Package web is what agon shows in a browser: the page of a game while it is played or afterwards, the same page as one file that
needs no server, and the report of a contest as a folder that a browser opens from the disk.

# What is here

  - assets/: the pages' style sheets and ES modules, plain, typed by JSDoc, without a build step;
  - templates/: the pages as html/template, which escapes every name and text by its context;
  - reel.go: a film as lines of text, which the live stream and the files share;
  - serve.go, stream.go: [ServeGame], a page with a live stream of shots;
  - export.go: [ExportHTML], one file that plays offline;
  - report.go and its neighbours: [WriteReport], plain structs in, a folder out;
  - bundle.go: modules bound into one script, as browsers load no modules from file addresses.

# What it knows

Package web reads films and frames and knows no particular kind. How a kind looks is the picture that it
draws in Go, which assets/picture.js shows; a kind may bring a view.js, a module that is handed a canvas and a frame and shows more. README.md is
the contract of both.

# What pages may do

No page runs anything that does not come with it: a policy forbids inline handlers, inline styles and foreign addresses, and
scripts and sheets that stand inside a file are named in its policy by their hashes. Names of bots, authors, notes of faults
and remarks are text, never markup.
*/
package web
