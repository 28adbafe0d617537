import { setTimeout as sleep } from 'node:timers/promises'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { watchClock } from './index.ts'
import {
  about,
  addDevice,
  clinic_id,
  look,
  origin,
  outages,
  portal,
  raised,
  useWatchedClinic,
} from './watched-clinic.fixture.ts'

/** The portal's own clock may be wrong, or be set back. */

useWatchedClinic()

it('a clock of the portal that most sensors contradict is named on every facility’s pages until they agree [WA-6]', async () => {
  await addDevice(5)
  const stop = watchClock(origin, () => 120_000, 20)
  await expect.poll(outages).toMatchObject([{ cause: 'clock', description: m.notification_portal_clock() }])
  expect(await raised()).toMatchObject([{ title: m.notification_portal_clock_title(), severity: 'warning' }])
  // Another node, whose clock is right or which knows no better, leaves it open.
  const stopOther = watchClock(origin, () => null, 20)
  await sleep(100)
  expect(await outages()).toHaveLength(1)
  // When none says so any more, it is over.
  stop()
  const recent = Temporal.Now.instant().subtract({ minutes: 2 }).toString()
  await sql`update heartbeats set at = ${recent}::timestamptz where part = 'clock'`.execute(portal.owner)
  await sleep(100)
  expect(await outages()).toHaveLength(1)
  for (const at of [Temporal.Now.instant().subtract({ minutes: 3 }).toString(), 'tomorrow']) {
    // A look that had begun may still say so.
    const age = () => sql`update heartbeats set at = ${at}::timestamptz where part = 'clock'`.execute(portal.owner)
    await expect.poll(() => age().then(outages)).toEqual([])
    await sql`update monitoring_outages set ended_at = null where id = (select id from monitoring_outages
      where cause = 'clock' and clinic_id = ${clinic_id} order by since desc limit 1)
      and not exists (select from monitoring_outages where cause = 'clock' and ended_at is null)`.execute(portal.owner)
  }
  stopOther()
})

it('a wrong clock of the portal, and its end, are logged once [WA-6]', async () => {
  await addDevice(5)
  const log = { ...origin.log, error: vi.fn(), info: vi.fn() }
  const aheadMs = vi.fn((): number | null => 120_000)
  const looked = (times: number) => expect.poll(() => aheadMs.mock.calls.length, { interval: 5 }).toBeGreaterThan(times)
  const stop = watchClock({ ...origin, log }, aheadMs, 20)
  try {
    await looked(3)
    await expect.poll(outages).toMatchObject([{ cause: 'clock' }])
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 0])
    aheadMs.mockReturnValue(null)
    await looked(aheadMs.mock.calls.length + 3)
    await expect.poll(() => log.info.mock.calls.length).toBe(1)
    await looked(aheadMs.mock.calls.length + 3)
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1])
  } finally {
    stop()
  }
})

it('what was taken care of before the clock was set back is silent for as long as was meant, not longer [AN-5] [AL-7] [WA-6]', async () => {
  const raise = async (silenced: string): Promise<string> => {
    const device_id = await addDevice(5)
    const id = await about(clinic_id)
    await sql`with e as (
        insert into episodes (clinic_id, device_id, resident_id, kind, severity)
        values (${clinic_id}, ${device_id}, ${device_id}, 'no_breathing', 'danger') returning id
      ) update notifications set episode_id = (select id from e), ${sql.raw(silenced)} where id = ${id}`.execute(
      portal.owner,
    )
    return id
  }
  const silenced = [
    await raise(`acknowledged_at = now() + '2 hours', acknowledged_by = 'ada', acknowledged_name = 'Ada'`),
    await raise(`snoozed_at = now() + '2 hours', snoozed_until = now() + '150 minutes', snoozed_by = 'ada'`),
  ]
  await look()
  const rows = await portal.owner
    .selectFrom('listed_notifications')
    .where('id', 'in', silenced)
    .select(['state', sql<number>`round(extract(epoch from asks_again_at - now()) / 60)::int`.as('minutes')])
    .orderBy('state')
    .execute()
  expect(rows).toEqual([
    { state: 'acknowledged', minutes: 30 },
    { state: 'snoozed', minutes: 30 },
  ])
})
