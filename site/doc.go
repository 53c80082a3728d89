/*
Package site serves a contest site: the pages of its contests and the accounts of its people.

# Requests

Every request goes the same way: limits on its size and time, the check of its Host header, the check of cross-site requests
(net/http.CrossOriginProtection), its session, and the right that its route demands. The routes are one table in routes.go, with the right
of each beside it, so that a route without one cannot be added. Who lacks a right is sent to sign in, or gets 404 if signed in: the page
does not exist for them. What a form of a page does, programs do by JSON: such an operation is declared once in the table, by does, with its
right, its name for programs, what it does, and where the page goes then (operation.go). testdata/scenarios.txt has what each route and each
operation answers each role.

# Rooms

What a site does is done in packages below it, which speak no HTTP: people, entries, matches, decisions, schedule, guests (of private
contests), alerts (and rests), votes, seasons, challenges (requests for matches), making (of contests and their files), disk; and those
that say what is shown: figures, guide, boards, films. Pages and operations are methods of small types, a group for each trade
(gamepages.go, matchpages.go, …), which hold the rooms that they use; [Site] only makes and connects them.

# Pages

Pages are rendered here, in the look of package web, and work without a script. Templates get values, never rows of the database. A request
that changes something answers with 303, so that a reload repeats nothing; what it has to say is shown by the next page. A mistake in a form
shows the form again with everything that was typed but passwords.

# People

A person signs in with a password, a passkey or a provider (package openid); what the last two need between two requests is in an
encrypted cookie (sealed.go). A private contest exists for its guests: one check stands before every route and operation that names a
contest (catalogue.go). A bot belongs to a person or to a team, and [entries.Bot.Of] alone decides which.

# Faults

An error of the host is logged with the request's number and answered with that number and a sentence. A [people.Problem] or a
[contests.Conflict] is for the reader and is shown as it is.
*/
package site
