import { clinicOf } from '../clinics/index.ts'
import { clip, floorMinute, type Span } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Period } from '../platform/period.ts'
import {
  selectDeviceOfReport,
  selectLyingUnder,
  selectResidentOfReport,
  selectResidentSpans,
  type Whose,
} from './reports.sql.ts'

/** Who a report is about: a resident, a device, or a resident limited to one device. */
export interface Subject {
  readonly clinic_id: string | null
  readonly resident_id: string | null
  readonly device_id: string | null
  readonly device_no: number | null
  /** zone of the device; null without one */
  readonly tz: string | null
  /** for the audit log: people whom `resident_id` doesn't name; reading a device's spans adds whoever lay under it */
  readonly about: Whose[]
}

/** @throws 404 for something that doesn't exist, is outside the caller's scope, or isn't of the named clinic */
export async function findSubject(
  ctx: Ctx,
  named: { device_id?: string; patient_id?: string; clinic_id?: string },
): Promise<Subject> {
  const { device_id, patient_id, clinic_id } = named
  const resident = patient_id ? await selectResidentOfReport(ctx, patient_id) : null
  const device = device_id ? await selectDeviceOfReport(ctx, device_id) : null
  const isThere = (found: { clinic_id: string | null } | undefined) =>
    found !== undefined && (clinic_id === undefined || found.clinic_id === clinic_id)
  if (resident !== null && !isThere(resident)) throw notFound('resident')
  if (device !== null && !isThere(device)) throw notFound('device')
  return {
    clinic_id: resident?.clinic_id ?? device?.clinic_id ?? null,
    resident_id: resident?.resident_id ?? null,
    device_id: device?.device_id ?? null,
    device_no: device?.device_no ?? null,
    tz: device?.tz ?? null,
    about: [],
  }
}

/** The zone for times about a subject: its clinic's, or for a device in stock its own. */
export const zoneOf = async (ctx: Ctx, { clinic_id, tz }: Subject): Promise<string> =>
  clinic_id === null ? (tz ?? 'UTC') : (await clinicOf(ctx, clinic_id)).tz

/** Spans of readings, to the instant: a resident's from link to unlink, a device's without limits. */
export async function readingSpans(ctx: Ctx, subject: Subject, period: Period): Promise<Span[]> {
  if (subject.resident_id === null) return wholeOf(ctx, subject, period)
  const spans = await selectResidentSpans(ctx, subject.resident_id, { ...period, device_id: subject.device_id })
  return spans.flatMap(({ device_no, since, until }) => clip(device_no, since, until, period))
}

/** Spans of minutes: a resident's whole minutes without those of a hand-over; a device's without limits. */
export async function minuteSpans(ctx: Ctx, subject: Subject, period: Period): Promise<Span[]> {
  const minutes = { since: floorMinute(period.since), until: period.until }
  if (subject.resident_id === null) return wholeOf(ctx, subject, minutes)
  const spans = await selectResidentSpans(ctx, subject.resident_id, { ...minutes, device_id: subject.device_id })
  return spans.flatMap((span) => clip(span.device_no, span.first_minute, span.end_minute, minutes))
}

async function wholeOf(ctx: Ctx, { device_id, device_no, about }: Subject, period: Period): Promise<Span[]> {
  if (device_id === null || device_no === null) return []
  about.push(...(await selectLyingUnder(ctx, device_id, period)))
  return [{ device_no, ...period }]
}
