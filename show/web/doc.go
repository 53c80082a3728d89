/*
Package web is agon's user interface in the browser: the page of a game while it is played or afterwards, the same page as one file that
needs no server, and the report of a contest as a folder that a browser opens from the disk.

# Contents

  - assets/: the pages' style sheets and ES modules, plain, typed by JSDoc, without a build step;
  - templates/: the pages as html/template, which escapes every name and text by its context;
  - reel.go: a film as lines of text, for the live stream and for files;
  - serve.go, stream.go: [ServeGame], a page with a live stream of shots;
  - export.go: [ExportHTML], one file that plays offline;
  - report.go and its neighbours: [WriteReport], plain structs in, a folder out;
  - bundle.go: modules bundled into one script, because browsers load no modules from file addresses.

# Kinds of games

Package web reads films and frames and is independent of the kind. A kind draws its picture in Go, and assets/picture.js shows it; a kind
may have a view.js, a module that gets a canvas and a frame and shows more. README.md is the contract of both.

# Security

No page runs code from elsewhere: a policy forbids inline handlers, inline styles and foreign addresses, and names the scripts and
sheets inside a file by their hashes. Names of bots, authors, notes of faults and remarks are text, never markup.
*/
package web
