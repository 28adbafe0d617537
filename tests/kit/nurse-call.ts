import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { encodeMllp, mllpDecoder } from '../../server/hl7/index.ts'
import type { Certificate } from './certificate.ts'

/** A nurse call system that takes HL7 v2 alerts over MLLP (IHE PCD-04) and reports by PCD-05; it can fail in several ways. */

interface Received {
  readonly raw: string
  /** MSH-10 */
  readonly id: string
  /** a heartbeat raises nothing */
  readonly isHeartbeat: boolean
  readonly answer: Behaviour
}

/**
 * What it answers in MSA-1, `hang` for nothing, `drop` to read and hang up; `ora`: AA, as ORA^R41;
 * `cut`: AA, with the 20 characters of MSA-2 that HL7 2.5 has; `nul`: nothing that a database can store.
 */
type Behaviour = 'AA' | 'CA' | 'AE' | 'AR' | 'CE' | 'hang' | 'drop' | 'ora' | 'cut' | 'nul'

export interface NurseCallSystem {
  readonly port: number
  readonly received: readonly Received[]
  /** alerts that it accepted, each once, as a system does that knows their ids */
  alerts(): string[]
  behave(behaviour: Behaviour): void
  /** Reports a status of an alert on the portal's connection. @returns the portal's answer */
  report(alertId: string, status: string): Promise<string>
  /** Sends bytes on the portal's connection. @returns the portal's next message that isn't an alert; null: it hung up */
  say(message: string | Buffer): Promise<string | null>
  /** connections open now */
  readonly connections: number
  hangUp(): void
  close(): Promise<void>
}

/** The value of a field, as HL7 counts: `fieldOf(raw, 'OBX', 5)` of each segment with this name. */
export const fieldsOf = (raw: string, segment: string, field: number): string[] =>
  raw
    .split('\r')
    .map((one) => one.split('|'))
    .filter(([name]) => name === segment)
    .map((row) => row[segment === 'MSH' ? field - 1 : field] ?? '')

/** @param certificate absent: without TLS */
export async function startNurseCall(certificate?: Certificate): Promise<NurseCallSystem> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'AA'
  let heard: ((message: string | null) => void) | null = null
  let count = 0

  function take(socket: Socket, raw: string): void {
    const [type = ''] = fieldsOf(raw, 'MSH', 9)
    if (!type.startsWith('ORU')) return void heard?.(raw)
    const id = fieldsOf(raw, 'MSH', 10)[0]!
    const answer = behaviour
    received.push({ raw, id, isHeartbeat: raw.includes('MDC_EVT_ACTIVE'), answer })
    if (answer === 'hang') return
    if (answer === 'drop') return void socket.destroy()
    const reply = answer === 'ora' ? 'ORA^R41^ORA_R41' : 'ACK^R40^ACK'
    const code = answer === 'ora' || answer === 'cut' ? 'AA' : answer === 'nul' ? 'A\0E' : answer
    const said = answer === 'cut' ? id.slice(0, 20) : id
    socket.write(encodeMllp(`${header(reply)}\rMSA|${code}|${said}|said ${answer}\r`))
  }

  const header = (type: string) => `MSH|^~\\&|CALLS|MAPLE|EUPNEA||20261123120000+0000||${type}|n${++count}|P|2.6`

  function serve(socket: Socket): void {
    sockets.add(socket)
    const decode = mllpDecoder(100_000)
    socket.on('data', (piece: Buffer) => {
      for (const message of decode(piece).messages) take(socket, message.toString())
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      heard?.(null)
    })
  }

  const server: Server = certificate ? createTlsServer(certificate, serve) : createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const say = (message: string | Buffer) =>
    new Promise<string | null>((resolve) => {
      heard = (answer) => {
        heard = null
        resolve(answer)
      }
      const [socket] = [...sockets].slice(-1)
      socket!.write(message)
    })

  return {
    port: (server.address() as AddressInfo).port,
    received,
    alerts: () => [
      ...new Map(
        received
          .filter(({ isHeartbeat, answer }) => !isHeartbeat && ['AA', 'CA', 'drop', 'ora', 'cut'].includes(answer))
          .map(({ id, raw }) => [id, raw] as const),
      ).values(),
    ],
    behave(next) {
      behaviour = next
    },
    say,
    async report(alertId, status) {
      const body = [
        header('ORA^R41^ORA_R41'),
        'MSA|AA|',
        'PID|||',
        `OBR|1||${alertId}^EUPNEA|196616^MDC_EVT_ALARM^MDC`,
        `OBX|1|ST|STATUS^^L||${status}||||||F`,
      ]
      return (await say(encodeMllp(`${body.join('\r')}\r`))) ?? ''
    },
    get connections() {
      return sockets.size
    },
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
