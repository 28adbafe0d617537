import { m } from '@eupnea/texts'
import type { Header, Message, Segments, Verdict } from '../hl7/index.ts'
import { acknowledgeFor } from '../notifications/index.ts'
import { selectDeliveryAbout, useDelivery } from '../outbox/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { conflict, notFound, PortalError } from '../platform/errors.ts'
import { nurseCalls } from './nurse-call-kind.ts'
import type { NurseCallRow } from './nurse-calls.sql.ts'

/** A report on an alert (PCD-05). */
export const isReport = ({ type, event }: Header): boolean => type === 'ORA' && event === 'R41'

const taken: Verdict = { code: 'AA', reason: '' }

/** Somebody has taken it over; PCD-05 reports as well that it was received, delivered or read. */
const isTakenOver = (status: string): boolean => /^(accepted|acknowledged|alert-acknowledged)/i.test(status)

/** Every identifier in OBR-2, OBR-3 and OBR-29: systems differ in where they repeat the alert's. */
const alertIds = (report: Segments): string[] => [2, 3, 29].flatMap((field) => report.identifiers('OBR', field))

/**
 * A nurse call system reports what became of an alert (PCD-05, ORA^R41): when somebody has accepted it, the notification
 * is acknowledged in the system's name, once, unless it became worse since (EH-5).
 * @param origin of a job
 * @param systems who it may be: those whose connection it is, or at whose address the connection began
 * @returns how to acknowledge the report
 */
export async function acknowledgeByNurseCall(
  origin: CtxOrigin,
  systems: readonly string[],
  message: Message,
): Promise<Verdict> {
  const { type, event } = message.header
  if (!isReport(message.header))
    return { code: 'AR', reason: m.nurse_call_type_unknown({ type: event ? `${type}^${event}` : type }) }
  // Without a status it says that an alert was presented, which is no more than an answer to it.
  if (!message.of('OBX')) return message.of('MSA') ? taken : { code: 'AE', reason: m.nurse_call_status_missing() }
  const isOfTaken = (report: Segments) => report.all('OBX').some((obx) => isTakenOver(obx(5)))
  if (!isOfTaken(message)) return taken
  // Each alert has its own status.
  const own = message.groups('OBR').filter(isOfTaken)
  const verdicts: Verdict[] = []
  for (const report of own.length > 0 ? own : [message])
    verdicts.push(await takeOver(origin, systems, alertIds(report)).catch((error) => refusalOf(origin, systems, error)))
  return verdicts.find(({ code }) => code !== 'AA') ?? taken
}

function refusalOf(origin: CtxOrigin, systems: readonly string[], error: unknown): Verdict {
  if (error instanceof PortalError) return { code: 'AE', reason: error.message }
  origin.log.error({ err: error, nurse_call_ids: systems }, 'nurse call: an acknowledgement could not be stored')
  return { code: 'AE', reason: m.nurse_call_not_stored() }
}

async function takeOver(origin: CtxOrigin, systems: readonly string[], ids: readonly string[]): Promise<Verdict> {
  const found = await withCtx(origin, async (ctx) => {
    if (ids.length === 0) return undefined
    for (const id of systems) {
      const nurseCall = await nurseCalls.find(ctx, id)
      const delivery = nurseCall && (await selectDeliveryAbout(ctx, id, ids))
      if (delivery) return { nurseCall, delivery }
    }
    return undefined
  })
  if (!found) throw notFound('notification')
  const actor = { type: 'link', id: found.nurseCall.id, clinicIds: [found.delivery.clinic_id] } as const
  await withCtx({ ...origin, actor }, (ctx) => acknowledge(ctx, found.delivery, found.nurseCall))
  return taken
}

type Delivery = NonNullable<Awaited<ReturnType<typeof selectDeliveryAbout>>>

async function acknowledge(ctx: Ctx, { id, notification_id, severity }: Delivery, { id: by, name }: NurseCallRow) {
  const viewer = { id: by, name }
  // Reported more than once, as systems do that wait for no answer.
  if (!(await useDelivery(ctx, id, viewer))) return
  const detail = { nurse_call_id: by }
  const outcome = await acknowledgeFor(ctx, { id: notification_id, severity: severity!, by: viewer, detail })
  if (outcome === 'unknown') throw notFound('notification')
  if (outcome === 'worse') throw conflict('notification_worse', m.nurse_call_worse())
}
