package people

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// Names that the site gives itself: to the author of built-in bots, as contests name it, and to whom deleted accounts belonged.
const (
	builtIn = "built-in"
	deleted = "deleted"
)

// CleanName returns a name as it is kept: without blanks around it and in Unicode's composed form. The error is a [*Problem].
func CleanName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", problem("The name is not valid text.")
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(name), " "))
	if n := utf8.RuneCountInString(name); n < leastName || n > mostName {
		return "", problem("A name has %d to %d characters.", leastName, mostName)
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.'", r) ||
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
			return "", problem("A name has letters, digits, blanks and - _ . ', and not %q.", r)
		}
	}
	switch {
	case Alike(name, builtIn):
		return "", problem("%s is the author of the built-in bots; choose another name.", name)
	case Alike(name, deleted):
		return "", problem("%s is the author of bots whose account is gone; choose another name.", name)
	}
	return name, oneScript(name)
}

// folded returns the form of a name by which names are compared: "Ann " and "ann" are the same person.
func folded(name string) string { return strings.ToLower(norm.NFKC.String(strings.TrimSpace(name))) }

// Alike reports whether readers may take one name for the other, as UTS 39 has it: as they are written, or in small letters.
func Alike(one, other string) bool {
	skeleton := func(name string) string { return strings.ToLower(confusable.Skeleton(name)) }
	return skeleton(one) == skeleton(other) || skeleton(folded(one)) == skeleton(folded(other))
}

// together are the scripts that names mix in practice: UTS 39 calls a name of one of these sets, or of one script, highly restricted.
var together = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// oneScript returns a [*Problem] if a name mixes scripts whose letters can be taken for each other.
func oneScript(name string) error {
	var scripts []string
	for _, r := range name {
		if s := scriptOf(r); s != "" && !slices.Contains(scripts, s) {
			scripts = append(scripts, s)
		}
	}
	within := func(set []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(set, s) })
	}
	if len(scripts) < 2 || slices.ContainsFunc(together, within) {
		return nil
	}
	return problem("The name %s mixes letters of the scripts %s, which readers take for others: write it in one script.", name,
		strings.Join(scripts, " and "))
}

// scriptOf returns the script of a letter, empty for what all scripts share.
func scriptOf(r rune) string {
	if r <= unicode.MaxASCII && !unicode.IsLetter(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
		return ""
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}

// A Naming is a name that a person wants for the own account, for a team, or for a bot of a contest.
type Naming struct {
	Name    string // clean
	Person  int64  // 0: who is about to make an account
	Team    bool   // it is for a team
	Contest string // of the bot; empty: it is for none
}

// taken is a name that is in use.
type taken struct {
	name, folded string
	what         string // "account", "former", "team" or "bot"
	own          bool   // the person's, or the person's team's
}

// Allow returns a [*Problem] if a name must not be taken: for an account or a team because another has it, or had it, and for any of
// them because it looks like that of somebody else. Bots have the names of one contest for themselves, so whether another bot has the very
// same name is not asked here.
func (n Naming) Allow(tx *sql.Tx) error {
	rows, err := tx.Query(`SELECT name, folded, 'account', id = ?1 FROM person
		UNION ALL SELECT name, folded, 'former', person = ?1 FROM former_name
		UNION ALL SELECT name, folded, 'team', id = coalesce((SELECT team FROM member WHERE person = ?1), 0) FROM team
		UNION ALL SELECT name, folded, 'bot', coalesce(team = (SELECT team FROM member WHERE person = ?1), team IS NULL AND owner = ?1)
			FROM bot WHERE ?2 = '' OR contest = ?2`, n.Person, n.Contest)
	if err != nil {
		return fmt.Errorf("read the names: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var t taken
		if err := rows.Scan(&t.name, &t.folded, &t.what, &t.own); err != nil {
			return fmt.Errorf("read the names: %w", err)
		}
		if err := n.beside(t); err != nil {
			return err
		}
	}
	return rows.Err()
}

// beside returns a [*Problem] if a name must not be taken because another is in use.
func (n Naming) beside(t taken) error {
	switch {
	case t.folded != folded(n.Name):
		if !t.own && Alike(t.name, n.Name) {
			return problem("The name %s looks like another one here; choose one that differs more.", n.Name)
		}
	case n.Contest != "" || t.what == "bot":
	case t.own && (t.what == "former" || t.what == "account" && !n.Team):
	default:
		return problem("The name %s is taken.", n.Name)
	}
	return nil
}
