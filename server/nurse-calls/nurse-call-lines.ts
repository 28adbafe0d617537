import { m } from '@eupnea/texts'
import { clinicNames } from '../clinics/index.ts'
import type { NurseCallAlert } from '../dispatch/index.ts'
import { type DeliveryRow, hastenDeliveries, type NurseCallLines } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import { acknowledgeByNurseCall } from './acknowledge-by-nurse-call.ts'
import { composeAlertMessage } from './compose-alert-message.ts'
import { heartbeat } from './heartbeat.ts'
import { type Ack, createLine, type Line, type LineOptions } from './line.ts'
import { nurseCalls } from './nurse-call-kind.ts'
import { markAnswering, markSilent, type NurseCallRow, selectHeartbeats, selectPerson } from './nurse-calls.sql.ts'
import { hostRule, targetOf } from './target.ts'

export interface LinesOptions extends Pick<LineOptions, 'patienceMs'> {
  /** that may be in a private network, whoever added them */
  readonly hosts?: readonly string[]
}

export interface Lines extends NurseCallLines {
  /** Sends a heartbeat on each line that has been idle for so long, and says which don't answer. */
  tend(): Promise<void>
}

/**
 * This node's connections to nurse call systems (EH-5), each opened when it is needed.
 * @param origin of a job, which sees all clinics
 */
export function createNurseCallLines(origin: CtxOrigin, { hosts = [], ...options }: LinesOptions = {}): Lines {
  const mayReach = hostRule(hosts)
  const lines = new Map<string, { readonly key: string; readonly line: Line; readonly isTended: boolean }>()

  function lineOf(row: NurseCallRow): Line {
    const target = targetOf(row, mayReach)
    const key = JSON.stringify(target)
    const known = lines.get(row.id)
    if (known?.key === key) return known.line
    known?.line.close()
    const line = createLine(target, {
      ...options,
      take: (message) => acknowledgeByNurseCall(origin, [row.id], message),
    })
    lines.set(row.id, { key, line, isTended: row.heartbeat_seconds > 0 })
    return line
  }

  /** Of those that were removed. Those without heartbeats close by themselves when they are idle. */
  function forget(rows: readonly NurseCallRow[]): void {
    for (const [id, { line, isTended }] of lines) {
      if (!isTended || rows.some((row) => row.id === id)) continue
      line.close()
      lines.delete(id)
    }
  }

  /** It answers: what waits for its next attempt is sent now. */
  const noteAnswer = (id: string): Promise<void> =>
    withCtx(origin, async (ctx) => {
      if (await markAnswering(ctx, id)) await hastenDeliveries(ctx, id)
    })

  async function sendHeartbeat(row: NurseCallRow, clinic: string): Promise<void> {
    try {
      await heartbeat(lineOf(row), row, clinic)
      if (row.silent_since) await noteAnswer(row.id)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      origin.log.warn({ nurse_call_id: row.id, reason: error.message }, 'nurse call: no answer to a heartbeat')
      await withCtx(origin, (ctx) => markSilent(ctx, row.id))
    }
  }

  return {
    async send(delivery: DeliveryRow): Promise<Ack> {
      const { recipient, notification_id, body } = delivery
      const { row, person } = await withCtx(origin, async (ctx) => {
        const found = await nurseCalls.find(ctx, recipient)
        return { row: found, person: found?.sends_names ? await selectPerson(ctx, notification_id!) : null }
      })
      if (!row || !body) throw new GatewayError(m.nurse_call_deleted(), { isFinal: true })
      const sent = { controlId: delivery.id, profile: row.profile }
      const ack = await lineOf(row).send(
        delivery.id,
        composeAlertMessage(JSON.parse(body) as NurseCallAlert, person, sent),
      )
      if (row.silent_since) await noteAnswer(row.id)
      return ack
    },
    async tend() {
      const { rows, clinics } = await withCtx(origin, async (ctx) => {
        const found = await selectHeartbeats(ctx)
        return {
          rows: found,
          clinics: await clinicNames(
            ctx,
            found.map(({ clinic_id }) => clinic_id),
          ),
        }
      })
      const names = new Map(clinics.map(({ id, name }) => [id, name]))
      forget(rows)
      const isDue = (row: NurseCallRow): boolean => {
        const line = lineOf(row)
        return !line.isBusy && Date.now() - line.usedAt >= row.heartbeat_seconds * 1_000
      }
      await Promise.all(rows.filter(isDue).map((row) => sendHeartbeat(row, names.get(row.clinic_id) ?? '')))
    },
    close() {
      for (const { line } of lines.values()) line.close()
    },
  }
}
