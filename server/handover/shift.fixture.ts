import { randomUUID } from 'node:crypto'
import { readHandover } from '@eupnea/contract/handover.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { dutyRoutes } from '../duties/index.ts'
import { handoverRoutes } from './index.ts'

/** A house with nurses who hand over shifts to each other. */

const gateways = { mail: true, sms: true }

export let portal: TestHttp
export let clinic_id: string
export let nurse: SignedInClient

/** A new house for each test. Each file of tests calls it: they share this module, and hooks are a file's own. */
export function useShifts(): void {
  beforeAll(async () => {
    portal = await startTestHttp([...handoverRoutes(gateways), ...dutyRoutes(gateways)])
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    clinic_id = await portal.createClinic({ name: 'Maple Court', tz: 'Europe/Berlin', floors: ['1', '2'] })
    nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  })
}

/** A night shift in winter: 19:00 to 07:00 in Berlin. */
export const night = { from: '2026-02-01T18:00:00Z', until: '2026-02-02T06:00:00Z' }
export const read = (more: object = {}) => nurse.call(readHandover, { clinic_id, ...night, ...more })

interface ResidentOptions {
  readonly room?: string
  readonly floor?: string
  readonly status?: number
}

/** A resident under a device since January. */
export async function addResident({ room = '7', floor = '1', status = 1 }: ResidentOptions = {}): Promise<string> {
  const id = randomUUID()
  await sql`
    with d as (
      insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '')
      returning id
    ), r as (
      insert into residents (id, clinic_id, first_name, last_name, room, floor, status)
      values (${id}, ${clinic_id}, 'Ada', 'Byron', ${room}, ${floor}, ${status}) returning id
    )
    insert into device_assignments (clinic_id, device_id, resident_id, since, linked_at)
    select ${clinic_id}, d.id, r.id, '2026-01-01', '2026-01-01' from d, r`.execute(portal.owner)
  return id
}

export interface Raised {
  readonly at: string
  readonly since?: string
  readonly ended?: string
  readonly kind?: string
  readonly severity?: string
  readonly acknowledged?: string
  readonly snoozedUntil?: string
  readonly episode?: string
}

/** A notification, with an episode of its own unless it names one. */
export async function raise(
  resident: string,
  { at, ended, kind = 'episode', severity = 'warning', ...more }: Raised,
): Promise<string> {
  const id = randomUUID()
  const episode = more.episode ?? id
  if (!more.episode)
    await sql`insert into episodes (id, clinic_id, resident_id, device_id, kind, direction, severity, rr, raised_at, ended_at)
      values (${id}, ${clinic_id}, ${resident}, ${resident}, ${kind}, ${kind === 'episode' ? 'high' : null}, ${severity},
        ${kind === 'episode' ? 25 : null}, ${at}, ${ended ?? null})`.execute(portal.owner)
  await sql`insert into notifications (id, clinic_id, episode_id, kind, title, description, action, severity, patient_id,
      extra_detail, created_at, raised_at, acknowledged_at, acknowledged_by, acknowledged_name, snoozed_until,
      snoozed_by, snoozed_name)
    values (${id}, ${clinic_id}, ${episode}, ${kind}, ${`${severity} ${at.slice(11, 16)}`}, '', '', ${severity}, ${resident},
      ${JSON.stringify({ since: more.since })}, ${at}, ${at}, ${more.acknowledged ?? null}, 'a', 'A. Nurse', ${more.snoozedUntil ?? null}, 's', 'S. Nurse')`.execute(
    portal.owner,
  )
  return id
}

/** One signal after the other; the last goes on. */
export async function show(resident: string, spans: readonly [state: string, since: string][]): Promise<void> {
  for (const [index, [state, since]] of spans.entries())
    await portal.owner
      .insertInto('signal_spans')
      .values({
        ...{ clinic_id, device_id: resident, resident_id: resident, state },
        since: Temporal.Instant.from(since),
        until: spans[index + 1] ? Temporal.Instant.from(spans[index + 1]![1]) : null,
      })
      .execute()
}

export const entries = () =>
  portal.owner
    .selectFrom('audit_entries')
    .select(['act', 'actor_id', 'detail'])
    .where('clinic_id', '=', clinic_id)
    .execute()
