package art

// The compression of GIF for pictures of two colours. The standard library's works for any number of them and looks strings up
// by hashing; with two a table of all successors is small enough to stay in the nearest cache, and a pixel costs one look.
const (
	literal  = 2 // bits; GIF knows no less
	clearAll = 1 << literal
	end      = clearAll + 1
	lastCode = 1<<12 - 1
)

// A squeezer compresses one picture after the other.
type squeezer struct {
	out   []byte
	bits  uint64 // not yet in out, the first one lowest
	held  uint   // how many bits those are
	width uint   // of a code
	next  uint16 // code
	at    uint16 // the string matched so far
	begun bool
	child [2 * (lastCode + 1)]uint16 // by string and pixel; 0 is none
}

// begin starts a picture; what is compressed is appended to out.
func (z *squeezer) begin(out []byte) {
	z.out, z.bits, z.held, z.begun = out, 0, 0, false
	z.width = literal + 1
	z.forget()
}

// forget empties the table and tells the reader to do so.
func (z *squeezer) forget() {
	z.emit(clearAll)
	clear(z.child[:])
	z.width, z.next = literal+1, end+1
}

func (z *squeezer) emit(code uint16) {
	z.bits |= uint64(code) << z.held
	z.held += z.width
	for z.held >= 8 {
		z.out = append(z.out, byte(z.bits))
		z.bits >>= 8
		z.held -= 8
	}
}

// write takes pixels, each 0 or 1.
func (z *squeezer) write(pixels []byte) {
	if !z.begun && len(pixels) > 0 {
		z.at, z.begun, pixels = uint16(pixels[0]), true, pixels[1:]
	}
	at := z.at
	for _, pixel := range pixels {
		step := (int(at)<<1 | int(pixel)) & (len(z.child) - 1)
		if longer := z.child[step]; longer != 0 {
			at = longer
			continue
		}
		z.emit(at)
		z.learn(step)
		at = uint16(pixel)
	}
	z.at = at
}

// learn gives the next code to a string. A code as large as the width can hold makes the following ones wider.
func (z *squeezer) learn(step int) {
	code := z.next
	if code == lastCode {
		z.forget()
		return
	}
	z.child[step] = code
	z.next++
	if code == 1<<z.width {
		z.width++
	}
}

// finish ends the picture and gives all that was compressed.
func (z *squeezer) finish() []byte {
	if z.begun {
		z.emit(z.at)
		z.learn(0) // nobody will look it up, but the reader counts it
	}
	z.emit(end)
	if z.held > 0 {
		z.out = append(z.out, byte(z.bits))
	}
	return z.out
}
