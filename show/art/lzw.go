package art

// The compression of GIF for pictures of two colours. The standard library's works for any number of colours and hashes strings; with two,
// a table of all successors fits the first-level cache, and a pixel costs one look-up.
const (
	literal  = 2 // bits; GIF knows no less
	clearAll = 1 << literal
	end      = clearAll + 1
	lastCode = 1<<12 - 1
)

// A squeezer compresses pictures, one after the other.
type squeezer struct {
	out   []byte
	bits  uint64 // not yet in out, the first one lowest
	held  uint   // number of these bits
	width uint   // of a code
	next  uint16 // code
	at    uint16 // the string matched so far
	begun bool
	child [2 * (lastCode + 1)]uint16 // by string and pixel; 0 is none
}

// begin starts a picture, whose compressed form is appended to out.
func (z *squeezer) begin(out []byte) {
	z.out, z.bits, z.held, z.begun = out, 0, 0, false
	z.width = literal + 1
	z.forget()
}

// forget empties the table and tells the decoder to do so.
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

// write adds pixels, each 0 or 1.
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

// learn assigns the next code to a string. Codes become wider when they no longer fit.
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

// finish ends the picture and returns the compressed bytes.
func (z *squeezer) finish() []byte {
	if z.begun {
		z.emit(z.at)
		z.learn(0) // it is never used, but the decoder counts it
	}
	z.emit(end)
	if z.held > 0 {
		z.out = append(z.out, byte(z.bits))
	}
	return z.out
}
