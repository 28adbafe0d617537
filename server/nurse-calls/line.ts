import { connect, isIP, type Socket } from 'node:net'
import { connect as connectWithTls } from 'node:tls'
import { m } from '@eupnea/texts'
import { acknowledgement, encodeMllp, type Message, messageOf, mllpDecoder, type Verdict } from '../hl7/index.ts'
import { connectionFailure, GatewayError, quoted } from '../platform/gateway-error.ts'
import { AddressRefused } from '../platform/outgoing.ts'
import { isReport } from './acknowledge-by-nurse-call.ts'
import { outgoing, refusals, type Target } from './target.ts'

/** MSA-1 and MSA-3 of an answer. */
export interface Ack {
  readonly code: string
  readonly text: string
}

/** One connection to a nurse call system, opened when something is sent, and again after it was lost. */
export interface Line {
  /** Sends a message after those before it were answered. @throws GatewayError without an answer */
  send(controlId: string, text: string): Promise<Ack>
  /** ms since the epoch; when something was last sent or came */
  readonly usedAt: number
  readonly isBusy: boolean
  close(): void
}

export interface LineOptions {
  /** What they send by themselves. @returns how to acknowledge it */
  take(message: Message): Promise<Verdict>
  /** for a connection, and for an answer, ms */
  readonly patienceMs?: number
}

const usualPatienceMs = 15_000
/** after which an unused connection is closed, ms */
const idleMs = 300_000
const mostBytes = 65_536
/** of theirs that wait to be handled; more is no conversation */
const mostTaken = 100

interface Waiting {
  readonly controlId: string
  readonly answered: PromiseWithResolvers<Ack>
}

/** HL7 had 20 characters for it up to 2.5, so some systems cut it; some leave it out. */
const shortest = 20
const isIdOf = (said: string, controlId: string): boolean =>
  said === '' || said === controlId || (said.length >= shortest && controlId.startsWith(said))

export function createLine(target: Target, options: LineOptions): Line {
  const { take, patienceMs = usualPatienceMs } = options
  let socket: Socket | null = null
  let waiting: Waiting | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let sending = 0
  let taking: Promise<unknown> = Promise.resolve()
  let taken = 0
  let usedAt = Date.now()
  /** its last answer was CA, CE or CR, that it has the message; what became of it may be said in a second one */
  let isTwofold = false
  const closing = new AbortController()

  /** Ends the connection; what waits for an answer may have been accepted. */
  function drop(reason: string): void {
    socket?.destroy()
    socket = null
    isTwofold = false
    waiting?.answered.reject(new GatewayError(reason, { isUnclear: true }))
    waiting = null
  }

  function hear(on: Socket, message: Message): void {
    const msa = message.of('MSA')
    const code = msa?.(1)
    const said = msa?.(2) ?? ''
    // Without an id, a second answer to the message before would count for this one.
    const isSecond = isTwofold && said === '' && code?.startsWith('A') === true
    const isAnswer = code !== undefined && waiting && !isSecond && isIdOf(said, waiting.controlId)
    if (isAnswer) {
      isTwofold = code.startsWith('C')
      waiting!.answered.resolve({ code: quoted(code), text: quoted(msa?.(3) ?? '') })
      waiting = null
    }
    const reports = isReport(message.header) && (!isAnswer || message.of('OBX') !== undefined)
    // An answer, or one that came too late.
    if (code !== undefined && !reports) return
    taken += 1
    if (taken > mostTaken) {
      drop('too many messages')
      return
    }
    taking = taking
      .then(() => take(message))
      .then((verdict) => void on.write(encodeMllp(acknowledgement(message.header, verdict))))
      .catch((error: Error) => on === socket && drop(error.message))
      .finally(() => {
        taken -= 1
      })
  }

  async function open(): Promise<Socket> {
    if (socket) return socket
    if (closing.signal.aborted) throw new GatewayError(m.nurse_call_hung_up())
    const refusal = outgoing.refusal(target)
    if (refusal) throw new GatewayError(refusals[refusal]())
    const opened = await dial(target, patienceMs, closing.signal)
    if (closing.signal.aborted) opened.destroy()
    const decode = mllpDecoder(mostBytes)
    opened.on('data', (piece: Buffer) => {
      usedAt = Date.now()
      try {
        for (const message of decode(piece).messages) hear(opened, messageOf(message.toString()))
      } catch (error) {
        if (opened === socket) drop((error as Error).message)
      }
    })
    const end = (reason: string) => () => opened === socket && drop(reason)
    opened.on('error', (error: Error & { code?: string }) => end(error.code ?? error.message)())
    opened.on('close', end(m.nurse_call_hung_up()))
    opened.setTimeout(idleMs, () => {
      if (opened === socket) socket = null
      opened.end()
    })
    socket = opened
    return opened
  }

  async function exchange(controlId: string, text: string): Promise<Ack> {
    usedAt = Date.now()
    const on = await open()
    const answered = Promise.withResolvers<Ack>()
    waiting = { controlId, answered }
    const late = setTimeout(() => drop(m.webhook_no_answer({ seconds: patienceMs / 1_000 })), patienceMs)
    on.write(encodeMllp(text))
    try {
      return await answered.promise
    } finally {
      clearTimeout(late)
      usedAt = Date.now()
    }
  }

  return {
    async send(controlId, text) {
      sending += 1
      const mine = turn.then(() => exchange(controlId, text)).finally(() => sending--)
      turn = mine.catch(() => {})
      return mine
    },
    get usedAt() {
      return usedAt
    },
    get isBusy() {
      return sending > 0
    },
    close() {
      closing.abort()
      drop(m.nurse_call_hung_up())
    },
  }
}

/**
 * @param closing gives it up
 * @throws GatewayError when there is no connection in time, or its certificate can't be trusted
 */
const dial = (target: Target, patienceMs: number, closing: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { host, port, tls, ca } = target
    const to = { host, port, lookup: outgoing.lookup(target), keepAlive: true, noDelay: true }
    const socket = tls
      ? connectWithTls({ ...to, ...(ca && { ca }), ...(isIP(host) === 0 && { servername: host }) })
      : connect(to)
    const late = setTimeout(
      () => fail(new GatewayError(m.webhook_no_answer({ seconds: patienceMs / 1_000 }))),
      patienceMs,
    )
    const giveUp = () => fail(new GatewayError(m.nurse_call_hung_up()))
    closing.addEventListener('abort', giveUp)
    function end(): void {
      clearTimeout(late)
      closing.removeEventListener('abort', giveUp)
      socket.removeListener('error', refused)
    }
    function fail(error: GatewayError): void {
      end()
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    function refused(error: Error & { code?: string }): void {
      // Nothing has been sent yet.
      fail(new GatewayError(error instanceof AddressRefused ? refusals[error.refusal]() : reasonOf(error)))
    }
    socket.once('error', refused)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      end()
      resolve(socket)
    })
  })

/** The certificate of the authority is entered beside the address, so that is where to put it right. */
function reasonOf(error: Error & { code?: string }): string {
  const reason = connectionFailure(error)
  return reason === m.outbox_certificate_untrusted() ? m.nurse_call_certificate_untrusted() : reason
}
