/**
 * MLLP, the frames of HL7 v2 over TCP (EH-5; HL7 transport specification, release 1): `<VT> message <FS><CR>`. Messages
 * are bytes, because MSH-18 says how to read them.
 */

const start = 0x0b
const end = 0x1c
const carriageReturn = 0x0d

/** The other side doesn't speak MLLP, or sends too much: its connection can't be read any further. */
export class MllpError extends Error {}

export function encodeMllp(message: string | Buffer): Buffer {
  const bytes = Buffer.from(message)
  if (bytes.includes(start) || bytes.includes(end)) throw new MllpError('a message must not contain VT or FS')
  return Buffer.concat([Buffer.of(start), bytes, Buffer.of(end, carriageReturn)])
}

/**
 * Reads one connection's bytes, in whatever pieces they arrive. Line breaks between frames are skipped, and the CR after
 * FS may be missing, because some senders leave it out.
 * @param mostBytes of one message
 * @returns a function that takes a piece and returns the messages it completes; isOpen: another has begun
 * @throws MllpError (from that function) for a longer message, bytes outside of frames, or a frame within another
 */
export function mllpDecoder(
  mostBytes: number,
): (piece: Buffer) => { readonly messages: Buffer[]; readonly isOpen: boolean } {
  let parts: Buffer[] | null = null
  let size = 0

  return (piece) => {
    const messages: Buffer[] = []
    let at = 0
    while (at < piece.length) {
      if (parts === null) {
        const byte = piece[at]!
        if (byte === start) parts = []
        else if (byte !== carriageReturn && byte !== 0x0a) throw new MllpError('bytes outside of a frame')
        at += 1
        continue
      }
      const found = piece.indexOf(end, at)
      const part = piece.subarray(at, found < 0 ? piece.length : found)
      if (part.includes(start)) throw new MllpError('a frame begins within another')
      size += part.length
      if (size > mostBytes) throw new MllpError('a message is too long')
      parts.push(part)
      at += part.length
      if (found < 0) break
      messages.push(Buffer.concat(parts))
      parts = null
      size = 0
      at += 1
    }
    return { messages, isOpen: parts !== null }
  }
}
