import type { Socket } from 'node:net'
import { mostOpenFiles } from '../../platform/open-files.ts'

/** Connections that have not logged in yet. */
export interface Strangers {
  /**
   * Drops the connection that has waited longest where there are too many: a sensor logs in immediately.
   * @returns whether it is one still
   */
  add(socket: Socket): () => boolean
  /** It has logged in. */
  delete(socket: Socket): void
}

export function createStrangers(): Strangers {
  /** oldest first */
  const strangers = new Map<string, Socket>()
  const most = Math.min(1_000, Math.floor(mostOpenFiles() / 8))
  return {
    add(socket) {
      const peer = peerOf(socket)
      // With TLS, the second call is for the socket after the handshake.
      strangers.set(peer, socket)
      const isStranger = () => strangers.get(peer) === socket
      socket.once('close', () => void (isStranger() && strangers.delete(peer)))
      if (strangers.size <= most) return isStranger
      const [[oldest, itsSocket]] = strangers as unknown as [[string, Socket]]
      strangers.delete(oldest)
      itsSocket.destroy()
      return isStranger
    },
    delete: (socket) => void strangers.delete(peerOf(socket)),
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
