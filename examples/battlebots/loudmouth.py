"""Loudmouth draws more than the 60 x 60 that are allowed. Its rounds count, its art does not: agon logs says so."""
import json

print(json.dumps({"move": "SCISSORS", "art": ["LOUD " * 16] * 70}))
