import type { Socket } from 'node:net'
import { mostOpenFiles } from '../../platform/open-files.ts'

/** Connections that have not logged in yet. */
export interface PendingLogins {
  /**
   * Drops the connection that has waited longest where there are too many: a sensor logs in immediately.
   * @returns a function that says whether it is still one of them
   */
  add(socket: Socket): () => boolean
  /** It has logged in. */
  delete(socket: Socket): void
}

export function createPendingLogins(): PendingLogins {
  /** oldest first */
  const pending = new Map<string, Socket>()
  const most = Math.min(1_000, Math.floor(mostOpenFiles() / 8))
  return {
    add(socket) {
      const peer = peerOf(socket)
      // With TLS, the second call is for the socket after the handshake.
      pending.set(peer, socket)
      const isPending = () => pending.get(peer) === socket
      socket.once('close', () => void (isPending() && pending.delete(peer)))
      if (pending.size <= most) return isPending
      const [[oldest, itsSocket]] = pending as unknown as [[string, Socket]]
      pending.delete(oldest)
      itsSocket.destroy()
      return isPending
    },
    delete: (socket) => void pending.delete(peerOf(socket)),
  }
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
