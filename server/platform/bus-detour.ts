import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, createPool } from './database.ts'
import { type Listener, listenTo } from './events.ts'
import type { Log } from './log.ts'

/** The way of messages between nodes through the database, for nodes that don't reach NATS (AN-14). */
export interface Detour {
  /** a node without NATS has asked within the last seconds */
  readonly isAsked: boolean
  /** Asks the other nodes to send this way too. */
  ask(): void
  /** @param isTwice the message went through NATS as well, so nodes that reach it don't take it from here */
  publish(subject: string, payload: string, isTwice: boolean): void
  close(): Promise<void>
}

export interface DetourOptions {
  readonly database: Connection
  /** signs what is said: whoever may run SQL can say anything on the channel, but no live value */
  readonly secret: string
  readonly log: Log
  /** this node doesn't reach NATS */
  isNeeded(): boolean
  /** gets the messages of other nodes, never a node's own */
  hear(subject: string, payload: string, isTwice: boolean): void
}

const channel = 'eupnea_bus'
const askEveryMs = 2_000
const askedForMs = 6_000
const retryMs = 1_000
/** PostgreSQL takes less than 8,000 bytes at a time; the rest is for what stands before the text. */
const pieceBytes = 7_500
const piecesAtOnce = 100
/** More is dropped, because newer numbers follow. */
const mostPieces = 500

/** A piece of a message as it is sent: its signature, `node number first? last? twice? subject`, then the text. */
interface Piece {
  readonly node: string
  /** counts the node's pieces */
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isTwice: boolean
  readonly subject: string
  readonly text: string
}

const signatureLength = 64
const signed = (secret: string, piece: string): string =>
  createHmac('sha256', secret).update(`bus:${piece}`).digest('hex') + piece

/** @returns the piece without its signature @throws Error when no node has said it */
function opened(secret: string, payload: string): string {
  const piece = payload.slice(signatureLength)
  const [given, right] = [Buffer.from(payload), Buffer.from(signed(secret, piece))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error('No node has said this')
  return piece
}

const parse = (payload: string): Piece => {
  const end = payload.indexOf('\n')
  const [node = '', number, first, last, twice, subject = ''] = payload.slice(0, end).split(' ')
  const text = payload.slice(end + 1)
  return {
    node,
    number: Number(number),
    isFirst: first === '1',
    isLast: last === '1',
    isTwice: twice === '1',
    subject,
    text,
  }
}

/** Asking is a message without a subject. */
const asking = ''

export function openDetour({ database, secret, log, isNeeded, hear }: DetourOptions): Detour {
  const own = randomUUID()
  const pool = createPool(database, { name: 'bus', max: 1, patienceMs: 5_000 })
  /** the last piece of each node, with the beginning of a message of which more is to come */
  const last = new Map<string, { readonly number: number; readonly begun: string | null }>()
  let waiting: string[] = []
  let sent = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let listener: Listener<Piece> | null = null
  const closing = new AbortController()

  const take = ({ node, number, isFirst, isLast, isTwice, subject, text }: Piece) => {
    if (node === own) return
    const before = last.get(node)
    // Somebody says again what a node has said.
    if (before && number <= before.number) return
    const begun = isFirst ? '' : before?.number === number - 1 ? before.begun : null
    const whole = begun === null ? null : begun + text
    last.set(node, { number, begun: isLast ? null : whole })
    if (subject === asking) askedAt = performance.now()
    // null: what came before it was lost.
    else if (isLast && whole !== null) hear(subject, whole, isTwice)
  }
  const listen = async () => {
    while (!listener && !closing.signal.aborted)
      try {
        const next = await listenTo({
          connection: database,
          channel,
          log,
          parse: (payload) => parse(opened(secret, payload)),
        })
        if (closing.signal.aborted) return await next.close()
        listener = next
        next.on(take)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'bus: the database is not heard, trying again')
        await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {})
      }
  }
  const listening = listen()

  const flush = async () => {
    while (waiting.length > 0) {
      const pieces = waiting.splice(0, piecesAtOnce)
      try {
        await pool.query('select pg_notify($1, piece) from unnest($2::text[]) piece', [channel, pieces])
      } catch (error) {
        // What follows is newer.
        waiting = []
        log.warn({ reason: (error as Error).message }, 'bus: messages through the database are lost')
      }
    }
    running = null
  }
  const publish = (subject: string, payload: string, isTwice: boolean) => {
    if (waiting.length > mostPieces) return
    const texts = piecesOf(payload)
    for (const [index, text] of texts.entries()) {
      const marks = [index === 0, index === texts.length - 1, isTwice].map(Number).join(' ')
      waiting.push(signed(secret, `${own} ${++sent} ${marks} ${subject}\n${text}`))
    }
    running ??= flush()
  }
  const ask = () => publish(asking, '', false)
  const timer = setInterval(() => isNeeded() && ask(), askEveryMs)

  return {
    get isAsked() {
      return performance.now() - askedAt < askedForMs
    },
    ask,
    publish,
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      clearInterval(timer)
      await running
      await listening
      await listener?.close()
      await pool.end()
    },
  }
}

/** @returns at least one piece */
function piecesOf(text: string): string[] {
  if (text.length <= pieceBytes && Buffer.byteLength(text) <= pieceBytes) return [text]
  let middle = text.length >> 1
  // Between the halves of a character, neither could be sent.
  if (/[\uDC00-\uDFFF]/.test(text[middle]!)) middle++
  return [...piecesOf(text.slice(0, middle)), ...piecesOf(text.slice(middle))]
}
