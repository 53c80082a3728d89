package jetstream

import (
	"crypto/sha256"
	"encoding/hex"

	"agon/contest/queue"
)

// names are the names of a space's streams, consumers and subjects.
type names struct{ space string }

func (n names) jobs() string    { return n.space + "-jobs" }
func (n names) results() string { return n.space + "-results" }
func (n names) files() string   { return n.space + "-files" }
func (n names) poison() string  { return n.space + "-poison" }

func (n names) job(class, name string) string {
	return n.space + ".jobs." + token(class) + "." + token(name)
}

func (n names) result(worker, name string) string {
	return n.space + ".results." + worker + "." + token(name)
}

func (n names) report(worker string) string { return n.space + ".presence." + worker }

func (n names) frame(worker string) string { return n.space + ".frames." + worker }

func (n names) chunk(file, chunk string) string { return n.space + ".files." + file + "." + chunk }

func direct(stream, subject string) string { return "$JS.API.DIRECT.GET." + stream + "." + subject }
func next(stream, consumer string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + consumer
}

// inbox is the prefix of the subjects on which a worker gets replies.
func inbox(worker string) string { return "_INBOX." + worker }

// token returns a part of a subject for any text.
func token(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Rights returns the subjects that a worker may publish to and subscribe to, in a space; everything else must be denied.
func Rights(space, worker string, classes []string) (publish, subscribe []string) {
	n := names{space}
	publish = []string{
		n.space + ".results." + worker + ".*",
		n.report(worker),
		n.frame(worker),
		direct(n.files(), n.chunk("*", "*")),
	}
	for _, class := range orEmpty(classes) {
		publish = append(publish, next(n.jobs(), token(class)), "$JS.ACK."+n.jobs()+"."+token(class)+".>")
	}
	return publish, []string{inbox(worker) + ".>"}
}

// Services returns the subjects that the workers of a space publish to together: those of [Rights] are among them.
func Services(space string) []string {
	n := names{space}
	return []string{
		space + ".results.*.*", n.report("*"), n.frame("*"), direct(n.files(), n.chunk("*", "*")), next(n.jobs(), "*"),
		"$JS.ACK." + n.jobs() + ".>",
	}
}

func orEmpty(classes []string) []string {
	if len(classes) == 0 {
		return []string{""}
	}
	return classes
}

// overhead is the room for a message's headers, in bytes: names and classes are escaped.
const overhead = 3*(queue.MaxName+queue.MaxClass) + 512

// MaxMessage is the longest message of a link in bytes. A NATS server must allow it as its maximum payload.
const MaxMessage = queue.MaxBody + overhead
