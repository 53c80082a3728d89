/*
Package beside has a site's untrusted work done by commands of agon's own in processes beside it: a bot is checked by agon check, plays a match by agon
play and a game elsewhere by agon moves, and what an address names is fetched by agon download. Whatever these do, the site and its contests go on.

Matches, games elsewhere and fetching run on few processors with a low priority, so that a contest loses a bounded share of them; a fetching
process has bounded memory too.
*/
package beside
