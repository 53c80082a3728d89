/*
Package people keeps the accounts of a site: who may sign in, how, and as what.

# Roles

A [Role] says what a person may do on the whole site. An organiser decides about contests and people, a member of the jury sees what an
organiser sees and changes nothing, a participant submits bots, a viewer only looks on. Every page asks [Role.May], so that the table of
rights in rights.go is the only one.

# Ways in

A person signs in with a name and a password, with a passkey, or by an OpenID provider's word for a subject; a program with a token. This
package keeps what these ways are known by, package site checks them. An account keeps one way at least. An invitation is a link whose
code makes an account of the role that it names. The site's first organiser comes from the invitation that it prints when it starts with
no accounts.

Passwords are kept as argon2id with 19 MiB and two passes, as OWASP's cheat sheet on password storage has it. Two are computed at once at
most, so that a hundred people who sign in together take turns and not two gigabytes. Codes, tokens and cookies have 128 or more random
bits, so a single SHA-256 keeps them; the database alone lets nobody in.

# Teams

A person is in one team at most. The bots of its members belong to the team: who leaves leaves them behind, so that bots which one member
wrote and another improved stay where both can reach them. Names of teams and of people are one set, because contests know authors by
their names.

# Names

[Naming] says whether a name may be taken, by an account, a team or a bot: one script, or some that people mix, and unlike the names of
others, as UTS 39 has it. A person may take another name; the one before stays the person's own.

# Guessing

Wrong passwords are counted by account and address, by address, and, far more of them, by account alone. The last counts nothing from an
address at which the owner has signed in, so that nobody can keep an owner out from elsewhere; who is signed in, has a passkey or follows a
link to a new password is not kept out anywhere. Each password counts as wrong from the beginning until it has proved right, so that many at
once are no more than as many in turn. A name that does not exist costs as long as one that does, and gives the same answer. What must wait
is a [Wait]. Accounts that are made without an invitation and requests for links are counted by address, apart from passwords.

# Links

A link to a new password works once. It is mailed to the address of the account, or made by an organiser. A link to an address of mail
confirms that address. Both are kept as hashes, with an end.

# Leaving

A deleted account keeps its row, which bots and games refer to, and nothing that says whose it was.
*/
package people
