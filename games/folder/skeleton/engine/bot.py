"""Reads the stones of each heap in a line, and takes one stone of the first heap that has any. Make it choose better."""
while True:
    heaps = list(map(int, input().split()))
    heap = next(number for number, stones in enumerate(heaps, 1) if stones)
    print(1, "from", heap, flush=True)
