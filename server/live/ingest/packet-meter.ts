const publish = 3
/** Bytes that a remaining length has at most (MQTT 3.1.1, section 2.2.3). */
const maxLengthBytes = 4

export interface PacketMeter {
  /** Given each chunk. @returns whether a packet that begins in it is too long, or no packet at all */
  isTooMuch(chunk: Uint8Array): boolean
  /** what came so far ends with a packet's end */
  readonly isBetween: boolean
}

/**
 * Follows a connection's packets by their fixed headers, because the broker's parser has no limit of its own.
 * @param most bytes that a packet may have after its header
 */
export function createPacketMeter(most: (isPublish: boolean) => number): PacketMeter {
  /** bytes of the fixed header that were read */
  let header = 0
  let isPublish = false
  let length = 0
  /** bytes of the packet that are still to come after its header */
  let left = 0
  return {
    isTooMuch(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (left > 0) {
          const passed = Math.min(left, chunk.length - at)
          left -= passed
          at += passed
          continue
        }
        const byte = chunk[at++]!
        if (header++ === 0) {
          isPublish = byte >> 4 === publish
          length = 0
          continue
        }
        length += (byte & 127) * 128 ** (header - 2)
        const goesOn = byte > 127
        if (goesOn && header <= maxLengthBytes) continue
        if (goesOn || length > most(isPublish)) return true
        left = length
        header = 0
      }
      return false
    },
    get isBetween() {
      return header === 0 && left === 0
    },
  }
}
