"""A game whose bots are files: judge.py SEED FILE… The longest file wins; who has the word "cheat" in it has -1."""
import sys

for path in sys.argv[2:]:
    text = open(path).read()
    print("%s scores %d" % (path.rsplit("/", 1)[-1], -1 if "cheat" in text else len(text)))
