import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { encodeMllp, mllpDecoder } from '../../server/hl7/index.ts'

/** Sends HL7 messages over one connection, as an EHR does. */
export interface MllpClient {
  /** @returns the answer. @throws Error when the connection is closed instead */
  send(message: string | Buffer): Promise<string>
  /** another answer, to what was sent together */
  next(): Promise<string>
  /** bytes as they are */
  write(bytes: Buffer): void
  /** resolves once the other side has closed */
  readonly closed: Promise<void>
  close(): void
}

/**
 * @param ca certificate to trust; with it the connection has TLS
 * @throws Error when there is no connection, or its certificate isn't trusted
 */
export async function connectMllp(port: number, ca?: string): Promise<MllpClient> {
  const socket = ca ? connectTls({ port, host: 'localhost', ca }) : connect(port, '127.0.0.1')
  const decode = mllpDecoder(1_000_000)
  const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = []
  socket.on('data', (piece: Buffer) => {
    for (const message of decode(piece).messages) waiting.shift()?.resolve(message.toString('utf8'))
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      for (const { reject } of waiting.splice(0)) reject(new Error('closed'))
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once(ca ? 'secureConnect' : 'connect', () => resolve())
    socket.once('error', reject)
  })
  const next = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }))
  return {
    send(message) {
      if (socket.destroyed) return Promise.reject(new Error('closed'))
      socket.write(encodeMllp(message))
      return next()
    },
    next,
    write: (bytes) => void socket.write(bytes),
    closed,
    close: () => socket.destroy(),
  }
}
