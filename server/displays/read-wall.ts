import type { readWall as declaration, WallResident } from '@eupnea/contract/displays.ts'
import { initials, type Named } from '@eupnea/contract/resident-name.ts'
import { limitsOf } from '@eupnea/contract/rules/plan.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { selectCurrent } from '../notifications/index.ts'
import { clinicLimits, planOfRow } from '../plans/index.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { noteSeen, selectWallResidents } from './displays.sql.ts'

/** Every display asks again and again. */
const auditMinutes = 15

type Current = Awaited<ReturnType<typeof selectCurrent>>[number]

/** What a display shows, but for the live values; names are masked here, so that its token never reads them (DI-1). */
export const readWall: Verb<typeof declaration> = async ({ ctx }) => {
  const { actor } = ctx
  if (actor.type !== 'display') throw unauthenticated()
  const { id, name, tz, locale, floors } = await clinicOf(ctx, actor.clinicIds[0])
  const display = await noteSeen(ctx, actor.id)
  if (!display) throw unauthenticated()
  const residents = await selectWallResidents(ctx, id)
  const shown = new Set<string | null>([null, ...residents.map(({ resident_id }) => resident_id)])
  const current = (await selectCurrent(ctx, actor, id)).filter(({ patient_id }) => shown.has(patient_id))
  const detail = { shown: residents.length }
  await recordAuditOncePer(ctx, auditMinutes, { act: 'display.read-wall', clinic_id: id, detail })
  return {
    clinic: { id, name, tz, locale },
    floor: actor.floor,
    is_floor_gone: actor.floor !== null && !floors.includes(actor.floor),
    plan: await clinicLimits(ctx, id),
    residents: residents.map((row) => ({
      patient_id: row.resident_id,
      ...(display.shows_names ? namesOf(row) : maskedNames(row)),
      room: row.room,
      floor: row.floor,
      device: row.device_id ? { device_id: row.device_id, device_tz: row.device_tz ?? tz } : null,
      flaggedResidentNotes: { status: row.flag_status as WallResident['flaggedResidentNotes']['status'] },
      plan: limitsOf(planOfRow(row)),
      notice: noticeOf(current.find(({ patient_id }) => patient_id === row.resident_id)),
    })),
    // What came too late to be sent calls nobody (WA-8).
    asking: current
      .filter(({ state, is_late }) => state === 'open' && !is_late)
      .map((one) => ({
        key: `${one.id} ${one.severity} ${one.asks_again_at ?? ''}`,
        severity: severityOf(one),
      })),
  }
}

const severityOf = ({ severity }: Current) => (severity === 'danger' ? 'danger' : 'warning')

const noticeOf = (row: Current | undefined): WallResident['notice'] =>
  row
    ? {
        state: row.state as NonNullable<WallResident['notice']>['state'],
        severity: severityOf(row),
        acknowledged: row.acknowledged_at && { at: row.acknowledged_at.toString() },
        snoozed: row.snoozed_until && { until: row.snoozed_until.toString() },
      }
    : null

const namesOf = ({ first_name, last_name, preferred_name = '' }: Named) => ({ first_name, last_name, preferred_name })

const maskedNames = (named: Named) => ({ first_name: initials(named), last_name: '', preferred_name: '' })
