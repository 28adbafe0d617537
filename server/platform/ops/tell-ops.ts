import { randomUUID } from 'node:crypto'
import { m } from '@eupnea/texts'
import { defaultLocale, formatsOf } from '@eupnea/texts/locale.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail.ts'
import type { SmsGateway } from '../sms.ts'
import type { StateFile } from '../state-file.ts'

/** Why readings can't be stored. */
export type Cause = 'start' | 'database' | 'ingest' | 'disk'

/** Readings can't be stored since, and who knows: kept outside the database, so that a restart tells nobody again. */
export interface Incident {
  readonly id: string
  /** ms since the epoch */
  readonly since: number
  readonly cause: Cause
  /** addresses notified of its beginning, and not yet of its end */
  readonly told: readonly string[]
}

type Gateway = Pick<SmsGateway, 'send' | 'has'>

export interface OpsOptions {
  /** receivers of OPS_MAIL and OPS_SMS */
  readonly mails: readonly string[]
  readonly phones: readonly string[]
  readonly mailer: Mailer | null
  readonly sms: Gateway | null
  readonly file: StateFile<Incident | null>
  /** how the messages call this portal */
  readonly portal: string
  readonly log: Log
  /** how long readings can't be stored before anybody is notified, ms */
  readonly patienceMs?: number
}

export interface Ops {
  /** @param cause null: readings can be stored */
  note(cause: Cause | null): void
  /** Resolves when what is being sent was accepted or refused, and what is known is kept. */
  settled(): Promise<void>
}

const causes: Record<Cause, () => string> = {
  start: m.ops_cause_start,
  database: m.ops_cause_database,
  ingest: m.ops_cause_ingest,
  disk: m.ops_cause_disk,
}

/** how long readings can be stored again before it is over, ms */
const calmMs = 20_000
/** before a message that a gateway refused is tried again, ms; four times as long each time that it may have arrived */
const retryMs = 60_000

/**
 * Tells the operator that readings can't be stored, once, and that it is over, once, without the database (AN-10).
 * Each node tells for itself, because it can't ask the others.
 */
export function createOps(options: OpsOptions): Ops {
  const { mails, phones, mailer, sms, file, portal, log, patienceMs = 60_000 } = options
  let incident = file.read()
  let wellSince: number | null = null
  /** messages on their way, by address */
  const sending = new Map<string, Promise<void>>()
  /** addresses whose gateway refused, until when, ms of performance.now() */
  const resting = new Map<string, number>()
  /** how often a message was sent without an answer, by its id, as far as the gateway can't say that it was lost */
  const unanswered = new Map<string, number>()

  let kept = Promise.resolve()
  const keep = (next: Incident | null) => {
    incident = next
    kept = file.write(next).catch((error: Error) => log.warn({ reason: error.message }, 'ops: state not kept'))
  }
  const moment = (at: number) => {
    const formats = formatsOf(defaultLocale)
    return `${formats.date(at, 'UTC')}, ${formats.clockSeconds(at, 'UTC')}`
  }
  const textsOf = ({ since, cause }: Incident, until: number | null) =>
    until === null
      ? {
          subject: m.ops_stopped_subject({ portal }),
          text: m.ops_stopped({ portal, time: moment(since), cause: causes[cause]() }),
        }
      : {
          subject: m.ops_over_subject({ portal }),
          text: m.ops_over({ portal, from: moment(since), until: moment(until) }),
        }

  const handOver = (id: string, handing: Promise<void>) =>
    handing.catch((error: Error) => {
      if (error instanceof GatewayError && error.isUnclear) unanswered.set(id, (unanswered.get(id) ?? 0) + 1)
      throw error
    })

  /** What the gateway may have is not sent again when its list has it (AN-13). */
  async function sendSms(gateway: Gateway, id: string, to: string, text: string, since: number): Promise<void> {
    if (unanswered.has(id)) {
      const isThere = await gateway.has({ to, text, since: Temporal.Instant.fromEpochMilliseconds(since) })
      if (isThere) return
      if (isThere === false) unanswered.delete(id)
    }
    await handOver(id, gateway.send({ id, to, text, statusUrl: null }))
  }

  function send(about: Incident, address: string, until: number | null): void {
    if (sending.has(address) || (resting.get(address) ?? 0) > performance.now()) return
    const { subject, text } = textsOf(about, until)
    // The same at each try, so that a gateway that knows it sends it once.
    const id = `${about.id}-${until === null ? 'begin' : 'end'}-${[...mails, ...phones].indexOf(address)}`
    const isMail = mails.includes(address)
    const way = isMail
      ? mailer && handOver(id, mailer.send({ id, to: address, subject, text }))
      : sms && sendSms(sms, id, address, text, about.since)
    const sent = Promise.resolve(way)
      .then(() => {
        resting.delete(address)
        if (incident?.id !== about.id) return
        const told = incident.told.filter((one) => one !== address)
        if (until === null) keep({ ...incident, told: [...told, address] })
        else keep(told.length > 0 ? { ...incident, told } : null)
        log.info({ cause: about.cause, isOver: until !== null }, `ops: told by ${isMail ? 'mail' : 'SMS'}`)
      })
      .catch((error: Error) => {
        resting.set(address, performance.now() + retryMs * 4 ** Math.max(0, (unanswered.get(id) ?? 0) - 1))
        log.error({ reason: error.message }, 'ops: a message was not accepted, trying again')
      })
      .finally(() => sending.delete(address))
    sending.set(address, sent)
  }

  return {
    note(cause) {
      if (mails.length + phones.length === 0) return
      const now = Date.now()
      // The clock has been set back.
      if (incident && incident.since > now) keep({ ...incident, since: now })
      if (cause !== null) {
        wellSince = null
        if (!incident) keep({ id: randomUUID(), since: now, cause, told: [] })
        // A start says less than what is found out after it.
        else if (incident.cause === 'start' && cause !== 'start' && incident.told.length === 0)
          keep({ ...incident, cause })
        if (!incident || now - incident.since < patienceMs) return
        for (const address of [...mails, ...phones]) if (!incident.told.includes(address)) send(incident, address, null)
        return
      }
      if (!incident) return
      if (incident.told.length === 0 && sending.size === 0) return keep(null)
      wellSince = Math.min(wellSince ?? now, now)
      if (now - wellSince < calmMs) return
      // Addresses no longer in the configuration get nothing more.
      const known = incident.told.filter((address) => [...mails, ...phones].includes(address))
      if (known.length === 0) return keep(null)
      for (const address of known) send(incident, address, wellSince)
    },
    async settled() {
      await Promise.all(sending.values())
      await kept
    },
  }
}
