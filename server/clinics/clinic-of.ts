import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import {
  selectAlertSettings,
  selectClinic,
  selectClinicIdOfSlug,
  selectClinicNames,
  selectDemoClinicIds,
  selectZones,
} from './clinics.sql.ts'

/** What other nouns need to know about a clinic. */
export interface ClinicFacts {
  readonly id: string
  readonly name: string
  readonly floors: readonly string[]
  /** IANA zone */
  readonly tz: string
  /** how times and numbers are written */
  readonly locale: string
  readonly isDemo: boolean
}

/** @throws 404, also for a clinic outside the actor's scope (FA-4) */
export async function clinicOf(ctx: Ctx, clinic_id: string): Promise<ClinicFacts> {
  const row = await selectClinic(ctx, clinic_id)
  if (!row) throw notFound('facility')
  return { id: row.id, name: row.name, floors: row.floors, tz: row.tz, locale: row.locale, isDemo: row.is_demo }
}

/** Whether the clinic exists and the actor may see it (FA-4). */
export const clinicExists = async (ctx: Ctx, clinic_id: string): Promise<boolean> =>
  (await selectClinic(ctx, clinic_id)) !== undefined

/** The clinic with this slug (SH-12); null when there is none that the actor may see (FA-4). */
export const clinicIdOfSlug = async (ctx: Ctx, slug: string): Promise<string | null> =>
  (await selectClinicIdOfSlug(ctx, slug)) ?? null

/** Names of clinics, sorted; leaves out those outside the actor's scope (FA-4). */
export const clinicNames = (ctx: Ctx, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  selectClinicNames(ctx, [...new Set(ids)])

export interface ClinicDay {
  readonly clinic_id: string
  /** YYYY-MM-DD by the clinic's clock */
  readonly date: string
}

/** Which day it is at a clinic, by default at each that the actor may see. */
export const clinicDays = async (ctx: Ctx, clinic_id?: string): Promise<ClinicDay[]> =>
  (await selectZones(ctx, clinic_id)).map(({ id, tz }) => ({
    clinic_id: id,
    date: Temporal.Now.plainDateISO(tz).toString(),
  }))

/** The demonstration clinic; undefined when there is none. */
export const demoClinicId = async (ctx: Ctx): Promise<string | undefined> => (await selectDemoClinicIds(ctx))[0]

/** Recipients of a clinic's notifications besides its subscriptions (FA-3, AL-7). */
export interface AlertSettings {
  readonly id: string
  readonly name: string
  readonly tz: string
  /** how times and numbers are written */
  readonly locale: string
  readonly alert_recipients: readonly string[]
  /** null: never escalate */
  readonly escalation_minutes: number | null
  readonly escalation_recipients: readonly string[]
}

export const alertSettingsOf = (ctx: Ctx, ids: readonly string[]): Promise<AlertSettings[]> =>
  selectAlertSettings(ctx, [...new Set(ids)])
/** Addresses that receive a clinic's daily report. @throws 404, also for a clinic outside the actor's scope */
export async function reportRecipients(ctx: Ctx, clinic_id: string): Promise<readonly string[]> {
  const row = await selectClinic(ctx, clinic_id)
  if (!row) throw notFound('facility')
  return row.daily_report_recipients
}
