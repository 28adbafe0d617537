import { describe, expect, it } from 'vitest'
import { encodeMllp, MllpError, mllpDecoder } from './mllp.ts'

const texts = (pieces: readonly (string | Buffer)[], mostBytes = 1_000): string[] => {
  const decode = mllpDecoder(mostBytes)
  return pieces.flatMap((piece) => decode(Buffer.from(piece)).messages).map(String)
}

describe('MLLP', () => {
  it('frames a message, and reads it back from any pieces [EH-5]', () => {
    const framed = encodeMllp('MSH|^~\\&|Küche\rPID|1')
    expect([framed[0], ...framed.subarray(-2)]).toEqual([0x0b, 0x1c, 0x0d])
    const both = Buffer.concat([framed, encodeMllp('MSH|2')])
    for (let size = 1; size <= both.length; size++) {
      const pieces = []
      for (let at = 0; at < both.length; at += size) pieces.push(both.subarray(at, at + size))
      expect(texts(pieces)).toEqual(['MSH|^~\\&|Küche\rPID|1', 'MSH|2'])
    }
  })

  it('takes frames without the last CR, with line breaks in between, and empty ones [EH-5]', () => {
    expect(texts(['\x0bA\x1c\x0bB\x1c\r\r\n', '\n\x0b\x1c\r'])).toEqual(['A', 'B', ''])
  })

  it('knows when a message has begun that must end, also behind a whole one [EH-5]', () => {
    const decode = mllpDecoder(1_000)
    const pieces = ['\r\n', '\x0bA', '\r', '\x1c\r', '\x0bB\x1c\r\x0bC', '\x1c']
    expect(pieces.map((piece) => decode(Buffer.from(piece)).isOpen)).toEqual([false, true, true, false, true, false])
  })

  it('refuses a long message, also in small pieces, other bytes, and a frame within another [EH-5]', () => {
    expect(texts([`\x0b${'A'.repeat(10)}\x1c\r`], 10)).toEqual(['A'.repeat(10)])
    for (const pieces of [
      [`\x0b${'A'.repeat(11)}`],
      ['\x0b', ...'A'.repeat(11)],
      ['GET / HTTP/1.1'],
      ['\x0bA\x0bB\x1c'],
    ])
      expect(() => texts(pieces, 10)).toThrow(MllpError)
    expect(() => encodeMllp('A\x1cB')).toThrow(MllpError)
  })
})
