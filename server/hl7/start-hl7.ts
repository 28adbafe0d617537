import { createServer, type Socket } from 'node:net'
import { addressGroup } from '../platform/address-group.ts'
import type { Log } from '../platform/log.ts'
import { type CountedLog, createCountedLog } from '../platform/log-refusals.ts'
import { listen, portOf, secureServer } from '../platform/socket-servers.ts'
import type { Tls } from '../platform/tls.ts'
import { createAnswers, type Hl7Taker } from './answers.ts'
import { encodeMllp, mllpDecoder } from './mllp.ts'

interface Hl7Options {
  readonly log: Log
  readonly host: string
  /** 0: a free one; undefined: messages are not taken */
  readonly port: number | undefined
  readonly tls: Tls | null
  /** the first takes whatever the others don't */
  readonly takers: readonly Hl7Taker[]
}

/** An ADT message has a few KB; some carry documents. */
const mostBytes = 2 * 1024 * 1024
/** from known addresses; as many again may be waiting until their address is checked */
const mostConnections = 64
/** A message that has begun must end within this. */
const patienceMs = 30_000
const noteUnknownEveryMs = 10_000

/**
 * Takes HL7 v2 messages over MLLP (EH-5), one after the other on a connection, and acknowledges each after its commit.
 * While the database is away nothing is acknowledged: the connection is closed, and the sender sends again.
 */
export async function startHl7({
  log,
  host,
  port,
  tls,
  takers,
}: Hl7Options): Promise<{ readonly port: number | null; close(): Promise<void> }> {
  if (port === undefined) return { port: null, close: async () => {} }
  const sockets = new Set<Socket>()
  /** from known addresses, the longest idle first */
  const known = new Set<Socket>()
  const atWork = new Set<Promise<void>>()
  const counted = createCountedLog(log)
  const answersTo = createAnswers(takers, counted)
  let isStopping = false

  async function isKnown(address: string): Promise<boolean> {
    for (const taker of takers) if (await taker.knows(address)) return true
    return false
  }

  let unknownNotedAt = -Infinity
  async function noteUnknown(address: string): Promise<void> {
    // Anybody who can reach the port can cause this.
    if (performance.now() - unknownNotedAt < noteUnknownEveryMs) return
    unknownNotedAt = performance.now()
    for (const taker of takers) await taker.noteUnknownAddress?.(address.replace('::ffff:', ''))
  }

  /** Some senders open a connection for each message and leave the earlier ones open. */
  function makeRoomFor(socket: Socket) {
    // A paused one is waiting for its answer, so it isn't idle.
    const longestIdle = known.values().find((one) => !one.isPaused()) ?? socket
    if (known.size >= mostConnections) {
      log.warn({ address: longestIdle.remoteAddress }, 'too many HL7 connections: one was closed')
      longestIdle.destroy()
      known.delete(longestIdle)
    }
    if (!socket.destroyed) known.add(socket)
  }

  function serve(socket: Socket) {
    const address = socket.remoteAddress ?? ''
    if (sockets.size - known.size >= mostConnections || isStopping) return void socket.destroy()
    sockets.add(socket)
    socket.setKeepAlive(true, 60_000)
    const decode = mllpDecoder(mostBytes)
    let work: Promise<void> = isKnown(address).then(async (is) => {
      if (is) return makeRoomFor(socket)
      noteClosing(counted, address, 'from an unknown address')
      socket.destroy()
      await noteUnknown(address)
    })
    let patience: NodeJS.Timeout | undefined
    const end = (error: unknown) => {
      noteClosing(counted, address, (error as Error).message)
      socket.destroy()
    }
    const follow = (next: Promise<void>) => {
      atWork.add(next)
      void next.finally(() => atWork.delete(next))
    }
    work = work.catch(end)
    follow(work)
    socket.on('data', (piece: Buffer) => {
      clearTimeout(patience)
      // Now it comes last: the longest idle is first.
      if (known.delete(socket)) known.add(socket)
      try {
        const { messages: frames, isOpen } = decode(piece)
        const waitForEnd = () => {
          // Between messages, senders may be silent for as long as they like.
          if (isOpen && !socket.destroyed)
            patience = setTimeout(() => end(new Error('a message did not end in time')), patienceMs)
        }
        if (frames.length === 0) return waitForEnd()
        // One at a time: no more is read until these are answered.
        socket.pause()
        work = work
          .then(async () => {
            for (const frame of frames) {
              if (socket.destroyed || frame.length === 0) continue
              for (const one of await answersTo(frame, address)) socket.write(encodeMllp(one))
            }
            socket.resume()
            waitForEnd()
          })
          .catch(end)
        follow(work)
      } catch (error) {
        end(error)
      }
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(patience)
      sockets.delete(socket)
      known.delete(socket)
    })
  }

  const server = tls ? secureServer(tls, serve) : createServer(serve)
  server.on('tlsClientError', ({ message }: Error, { remoteAddress = '' }: Socket) =>
    noteClosing(counted, remoteAddress, `without TLS, or without trust: ${message}`),
  )
  await listen(server, port, host)
  log.info({ port: portOf(server) }, 'HL7 messages are taken')
  return {
    port: portOf(server),
    /** Answers what has arrived, then closes. */
    async close() {
      isStopping = true
      server.close()
      for (const socket of sockets) socket.pause()
      await Promise.all(atWork)
      for (const socket of sockets) socket.destroySoon()
      counted.close()
    },
  }
}

/** Anybody who can reach the port can cause this, as often as they like. */
const noteClosing = (closings: CountedLog, address: string, reason: string): void =>
  closings.note(
    `${addressGroup(address)} ${reason}`,
    { address, reason },
    { first: 'an HL7 connection was closed', again: 'HL7 connections were closed again' },
  )
