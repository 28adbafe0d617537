import { listClinicAttention } from '@eupnea/contract/clinic-attention.ts'
import { acknowledgeNotification } from '@eupnea/contract/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { notificationRoutes } from './index.ts'

/** What needs a look at which facility, for who has several (SH-10). */

let portal: TestHttp
let clinic_id: string
let quiet: string
let provider: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp(notificationRoutes)
  clinic_id = await portal.createClinic()
  quiet = await portal.createClinic()
  provider = await portal.asUser({ groups: ['vc-admin'], clinicIds: [clinic_id, quiet] })
})
afterAll(() => portal.close())

/** A resident with a connected device whose bed has this signal. */
async function bed(state: string | null, online = true): Promise<string> {
  const id = crypto.randomUUID()
  await sql`with r as (insert into residents (id, clinic_id, first_name, last_name) values (${id}, ${clinic_id}, 'A', 'B')),
    d as (insert into devices (id, uid, name, tz, clinic_id, key_hash) values (${id}, ${id}, ${id}, 'UTC', ${clinic_id}, '')
      returning no)
    insert into presence select no, ${online}, now() from d`.execute(portal.owner)
  await sql`insert into device_assignments (clinic_id, device_id, resident_id) values (${clinic_id}, ${id}, ${id})`.execute(
    portal.owner,
  )
  if (state)
    await sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since)
      values (${clinic_id}, ${id}, ${id}, ${state}, now())`.execute(portal.owner)
  return id
}

/** An open episode with its notification. */
async function raise(resident: string, severity: 'warning' | 'danger', raised_at: string, isLate = false) {
  const { rows } = await sql<{ id: string }>`
    with e as (insert into episodes (clinic_id, resident_id, device_id, direction, severity, rr, raised_at, is_late)
      values (${clinic_id}, ${resident}, ${resident}, 'high', ${severity}, 25, ${raised_at}::timestamptz, ${isLate})
      returning id)
    insert into notifications (clinic_id, kind, title, description, action, severity, patient_id, episode_id, raised_at, is_late, extra_detail)
    select ${clinic_id}, 'episode', 'T', 'D', '', ${severity}, ${resident}, id, ${raised_at}::timestamptz, ${isLate}, '{}' from e
    returning id`.execute(portal.owner)
  return rows[0]!.id
}

const of = async (who: SignedInClient, id = clinic_id) =>
  (await who.call(listClinicAttention, {})).items.find((item) => item.clinic_id === id)

it('counts who is out of range, without a signal, and unacknowledged, for one’s own facilities [SH-10]', async () => {
  const calm = { out_of_range: 0, no_signal: 0, unacknowledged: 0, dangers: 0, oldest_at: null }
  const [ok, late] = [await bed('ok'), await bed('ok')]
  for (const state of ['away', 'paused', null]) await bed(state)
  expect(await of(provider)).toEqual({ clinic_id, residents: 5, ...calm })
  const [first, second] = ['2026-03-01T03:00:00Z', '2026-03-01T03:20:00Z']
  const danger = await raise(ok, 'danger', first)
  await raise(await bed('no_breathing'), 'warning', second)
  await raise(late, 'warning', first, true)
  for (const state of ['silent', 'stuck']) await bed(state)
  await bed('ok', false)
  expect(await of(provider)).toEqual({
    ...{ clinic_id, residents: 9, out_of_range: 2, no_signal: 4, unacknowledged: 2, dangers: 1 },
    oldest_at: first,
  })
  await provider.call(acknowledgeNotification, { id: danger })
  await portal.owner.updateTable('notifications').set({ severity: 'warning' }).where('id', '=', danger).execute()
  expect(await of(provider)).toMatchObject({ unacknowledged: 1, dangers: 0, oldest_at: second })

  expect(await of(provider, quiet)).toEqual({ clinic_id: quiet, residents: 0, ...calm })
  const stranger = await portal.asUser({ groups: ['vc-admin'], clinicIds: [quiet] })
  expect((await stranger.call(listClinicAttention, {})).items.map((item) => item.clinic_id)).toEqual([quiet])
  expect(await of(await portal.asUser())).toMatchObject({ unacknowledged: 1 })
  expect((await (await portal.asUser({ groups: ['member'] })).refused(listClinicAttention, {})).status).toBe(403)
})
