import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * A WebSocket client that costs next to nothing: one read buffer for all connections; frames are measured and only
 * decoded on request. It supports unfragmented, uncompressed frames.
 */

export interface FrameListener {
  /** @param payload a view that the next read overwrites; null unless the connection keeps payloads */
  frame(bytes: number, at: number, payload: Buffer | null): void
  closed(code: number): void
}

const readBuffer = Buffer.allocUnsafe(1024 * 1024)
const opcodes = { text: 1, close: 8, ping: 9 }

/** @param url ws://host:port/path @returns when the server has agreed */
export function receiveFrames(url: string, keepsPayloads: boolean, on: FrameListener): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let agreed = ''
  let isOpen = false
  /** remaining bytes of the current frame */
  let left = 0
  let size = 0
  let opcode = 0
  let payload: Buffer | null = null
  /** start of a header that arrived in two pieces */
  let rest: Buffer | null = null

  const take = (data: Buffer) => {
    let at = 0
    if (!isOpen) {
      agreed += data.toString('latin1')
      const end = agreed.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!agreed.startsWith('HTTP/1.1 101')) return reject(new Error(agreed.slice(0, 200)))
      isOpen = true
      resolve(socket)
      at = data.length - (agreed.length - end - 4)
      agreed = ''
    }
    const now = performance.timeOrigin + performance.now()
    if (rest && left === 0) {
      data = Buffer.concat([rest, data.subarray(at)])
      at = 0
      rest = null
    }
    while (at < data.length) {
      if (left === 0) {
        const header = headerOf(data, at)
        if (!header) {
          rest = Buffer.from(data.subarray(at))
          return
        }
        at += header.length
        opcode = header.opcode
        size = left = header.size
        payload = keepsPayloads || opcode !== opcodes.text ? Buffer.allocUnsafe(size) : null
      }
      const count = Math.min(left, data.length - at)
      if (payload) data.copy(payload, size - left, at, at + count)
      at += count
      left -= count
      if (left === 0) finish(now)
    }
  }
  const finish = (now: number) => {
    if (opcode === opcodes.text) on.frame(size, now, payload)
    else if (opcode === opcodes.ping) socket.write(pong(payload!))
    else if (opcode === opcodes.close) on.closed(payload!.length >= 2 ? payload!.readUInt16BE(0) : 1005)
  }

  const socket: Socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback(length) {
        take(readBuffer.subarray(0, length))
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  return promise
}

function headerOf(data: Buffer, at: number): { opcode: number; size: number; length: number } | null {
  if (at + 2 > data.length) return null
  const opcode = data[at]! & 0x0f
  const short = data[at + 1]! & 0x7f
  if (short < 126) return { opcode, size: short, length: 2 }
  const length = short === 126 ? 4 : 10
  if (at + length > data.length) return null
  return { opcode, size: short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2)), length }
}

/** Client frames are masked; a mask of zeros changes nothing. */
const pong = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x8a, 0x80 | payload.length, 0, 0, 0, 0]), payload])
