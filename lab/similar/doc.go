/*
Package similar finds source that bots of different authors share: a hint for people, never a verdict. It starts nothing and reads no file.

# Fingerprints

A source becomes tokens: names, of types too, are one class and literals another; comments and white space are dropped; keywords, and marks
one by one, stay. So new names, comments or line breaks change nothing. Each run of 12 tokens (a gram) has a hash, and of each 8 consecutive
hashes the least is a fingerprint (winnowing: Schleimer, Wilkerson and Aiken, 2003). Two files that share a run of at least 19 tokens, about
two lines, share a fingerprint; a run of fewer than 12 is never one. Functions in another order keep their fingerprints but for their ends.

The scanner is agon's own since a result must be the same on a busy machine: libraries for highlighting stop a pattern by the clock, and go
on with other tokens. Its time is linear in the text.

# What is taken out

Files that equal one that everybody was given, and grams that occur in one: starters and house bots. With at least five authors also
fingerprints that more than three authors and more than a quarter of all have: idioms. Code that so many copied is taken out, too.

# Bounds

At most 2000 versions are compared, of each at most 256 KiB of text, of all 64 MiB (package gather), and at most 200 pairs are listed. A
comparison needs up to 20 bytes of memory for each byte of text. Whatever is left out is named. Equal versions give an equal result, in any
order, on any processors.
*/
package similar
