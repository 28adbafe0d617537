import * as calls from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import {
  addBed,
  clinic_id,
  colleague,
  endEpisode,
  list,
  nurse,
  passMinutes,
  portal,
  raise,
  stranger,
  unseen,
  useWing,
} from './wing.fixture.ts'

/** What people do with notifications (AL-7, AN-5, AN-6). */

useWing()

/** Pretends that the snooze is over. */
const passSnooze = (id: string) =>
  sql`with past as (
      update notification_views set seen_at = seen_at - interval '2 hours' where notification_id = ${id}
    ) update notifications set snoozed_until = now() - interval '1 hour' where id = ${id}`.execute(portal.owner)

const inMinutes = (minutes: number) => Temporal.Now.instant().add({ minutes }).round('millisecond').toString()

describe('acknowledging', () => {
  it('goes to the first of fifty people who try together, and the others learn who it was [AL-7]', async () => {
    const id = (await raise())!
    const people = await Promise.all(
      Array.from({ length: 50 }, () => portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })),
    )
    await Promise.all(
      people.map(({ userId }, n) =>
        portal.owner
          .updateTable('users')
          .set({ name: `Nurse ${n}` })
          .where('id', '=', userId)
          .execute(),
      ),
    )
    const answers = await Promise.all(people.map((one) => one.send('POST', `/notifications/${id}/acknowledge`)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    const { acknowledged } = won[0]!.body as { acknowledged: { by: string } }
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect(status).toBe(409)
      expect(body).toMatchObject({
        code: 'already_acknowledged',
        message: m.notification_acknowledged_already({ person: acknowledged.by }),
      })
    }
    const [item] = await list(nurse)
    expect(item).toMatchObject({ state: 'acknowledged', acknowledged: { by: acknowledged.by } })
  })

  it('twice by one person is no conflict, and marks it as seen by them [AL-7]', async () => {
    const id = (await raise())!
    const first = await nurse.call(calls.acknowledgeNotification, { id })
    expect(first).toMatchObject({ seen: true, acknowledged: { by: 'Test User' } })
    expect(await nurse.call(calls.acknowledgeNotification, { id })).toEqual(first)
  })

  it('is wanted anew of what has become worse, which stays one notification, and unseen [AL-7] [AN-5]', async () => {
    const id = (await raise('warning'))!
    await colleague.call(calls.acknowledgeNotification, { id })
    expect(await raise('danger')).toBe(id)
    expect(await list(nurse)).toMatchObject([
      { id, severity: 'danger', state: 'open', acknowledged: null, seen: false },
    ])
    expect(await list(colleague)).toMatchObject([{ seen: false }])
    await nurse.call(calls.acknowledgeNotification, { id })
    expect(await raise('danger')).toBeNull()
    await endEpisode()
    const next = (await raise('warning'))!
    // Not of another episode of the same resident.
    expect(await nurse.call(calls.readNotification, { id: next })).toMatchObject({ state: 'open', acknowledged: null })
  })

  it('of what was seen as a warning is refused once it is a danger, which stays open [AN-5] [AN-6]', async () => {
    const id = (await raise('warning'))!
    await raise('danger')
    const refusal = await nurse.refused(calls.acknowledgeNotification, { id, severity: 'warning' })
    expect([refusal.status, refusal.body]).toMatchObject([
      409,
      { code: 'notification_worse', message: m.notification_worse() },
    ])
    expect(await list(nurse)).toMatchObject([{ state: 'open', acknowledged: null, seen: false }])
    const done = await nurse.call(calls.acknowledgeNotification, { id, severity: 'danger' })
    expect(done.state).toBe('acknowledged')
    // The first to acknowledge is named as before.
    expect((await colleague.refused(calls.acknowledgeNotification, { id, severity: 'danger' })).body.code).toBe(
      'already_acknowledged',
    )
  })

  it('of what was seen as a warning says who took the danger, or that it has ended [AN-5] [AL-7]', async () => {
    const refusal = async (id: string) =>
      (await nurse.refused(calls.acknowledgeNotification, { id, severity: 'warning' })).body
    const id = (await raise('warning'))!
    await raise('danger')
    await colleague.call(calls.snoozeNotification, { id, minutes: 15, severity: 'danger' })
    expect((await refusal(id)).code).toBe('notification_worse')
    await colleague.call(calls.acknowledgeNotification, { id, severity: 'danger' })
    const taken = {
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    }
    expect(await refusal(id)).toMatchObject(taken)
    await passMinutes(id, 31)
    expect((await refusal(id)).code).toBe('notification_worse')
    await endEpisode()
    expect(await refusal(id)).toMatchObject(taken)
    const next = (await raise('warning'))!
    await raise('danger')
    await endEpisode()
    expect(await refusal(next)).toMatchObject({
      code: 'notification_ended',
      message: m.notification_worse_ended(),
    })
    expect(await list(nurse, { state: 'ended' })).toMatchObject([{ id: next, acknowledged: null }, { id }])
  })

  it('is not for other facilities, whose notifications do not exist [AL-7] [FA-4]', async () => {
    const id = (await raise())!
    for (const call of [
      calls.readNotification,
      calls.seeNotification,
      calls.acknowledgeNotification,
      calls.snoozeNotification,
    ]) {
      const theirs = await stranger.refused(call, { id, minutes: 30 })
      const nobodys = await stranger.refused(call, { id: 'none', minutes: 30 })
      expect(theirs.status).toBe(404)
      expect({ ...theirs.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
    }
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
  })
})

describe('snoozing', () => {
  it('has an end between 15 minutes and 12 hours [AL-7]', async () => {
    const id = (await raise())!
    for (const minutes of [14, 721, 0, -15])
      expect((await nurse.refused(calls.snoozeNotification, { id, minutes })).status, String(minutes)).toBe(422)
    for (const minutes of ['30', [30], null, true])
      expect((await nurse.send('POST', `/notifications/${id}/snooze`, { minutes })).status, String(minutes)).toBe(400)
    const { snoozed, state, seen } = await nurse.call(calls.snoozeNotification, { id, minutes: 30 })
    expect({ state, seen, by: snoozed?.by }).toEqual({ state: 'snoozed', seen: true, by: 'Test User' })
    const minutes = (Date.parse(snoozed!.until) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThan(32)
    expect((await nurse.call(calls.snoozeNotification, { id, minutes: 720 })).state).toBe('snoozed')
  })

  it('is unseen again for everybody after its end, while the episode is open and nobody took it on [AL-7]', async () => {
    const id = (await raise())!
    await colleague.call(calls.seeNotification, { id })
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([0, 0])
    await passSnooze(id)
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([1, 1])
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
    await nurse.call(calls.seeNotification, { id })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([0, 1])
    await nurse.call(calls.acknowledgeNotification, { id })
    expect(await unseen(colleague)).toBe(0)
  })

  it('is not heard of again when the episode ended meanwhile [AL-7]', async () => {
    const id = (await raise())!
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    await passSnooze(id)
    await endEpisode()
    expect(await unseen(nurse)).toBe(0)
    expect((await nurse.refused(calls.snoozeNotification, { id, minutes: 15 })).body).toMatchObject({
      code: 'notification_ended',
    })
  })

  it('is broken by a worse severity [AL-7]', async () => {
    const warning = (await raise('warning'))!
    await nurse.call(calls.snoozeNotification, { id: warning, minutes: 720 })
    expect(await raise('warning')).toBeNull()
    expect(await nurse.call(calls.readNotification, { id: warning })).toMatchObject({ state: 'snoozed' })
    await raise('danger')
    expect(await list(nurse)).toMatchObject([{ id: warning, state: 'open', seen: false, snoozed: null }])
  })

  it('of what was seen as a warning is refused once it is a danger [AN-5] [AN-6]', async () => {
    const id = (await raise('warning'))!
    await raise('danger')
    for (const minutes of [30, 720])
      expect((await nurse.refused(calls.snoozeNotification, { id, minutes, severity: 'warning' })).body).toMatchObject({
        code: 'notification_worse',
        message: m.notification_worse(),
      })
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', snoozed: null })
    expect((await nurse.call(calls.snoozeNotification, { id, minutes: 30, severity: 'danger' })).state).toBe('snoozed')
  })

  it('as long as a warning’s does not hit what becomes a danger at that moment [AN-6]', async () => {
    const id = (await raise('warning'))!
    const [asked] = await portal.owner.transaction().execute(async (db) => {
      await db.updateTable('notifications').set({ severity: 'danger' }).where('id', '=', id).execute()
      // It has read the warning, and waits for the row.
      const answer = nurse.send('POST', `/notifications/${id}/snooze`, { minutes: 720 })
      await untilWaiting(portal.owner, answer)
      return [answer]
    })
    expect((await asked).body).toMatchObject({ code: 'notification_worse' })
    expect((await list(nurse))[0]).toMatchObject({ severity: 'danger', state: 'open', snoozed: null })
  })

  it('is not for what somebody has taken on [AL-7]', async () => {
    const id = (await raise())!
    await colleague.call(calls.acknowledgeNotification, { id })
    const taken = {
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    }
    expect((await nurse.refused(calls.snoozeNotification, { id, minutes: 15 })).body).toMatchObject(taken)
    // Also where the caller saw another severity: that somebody has it says more.
    const seen = { id, minutes: 15, severity: 'danger' } as const
    expect((await nurse.refused(calls.snoozeNotification, seen)).body).toMatchObject(taken)
  })
})

it('taking one on takes those of its episode on that were raised before it, as until 1.6.0 [AL-7]', async () => {
  const id = (await raise())!
  const { rows } = await sql<{ id: string }>`insert into notifications
      (clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail, created_at, raised_at)
    select clinic_id, episode_id, title, description, action, severity, patient_id, extra_detail, created_at + x, raised_at
    from notifications, (values (interval '-1 hour'), (interval '1 hour')) at (x) where id = ${id}
    returning id`.execute(portal.owner)
  await nurse.call(calls.acknowledgeNotification, { id })
  const states = new Map((await list(nurse)).map((one) => [one.id, one.state]))
  expect(rows.map((row) => states.get(row.id))).toEqual(['acknowledged', 'open'])
})

describe('a danger', () => {
  it('asks again 30 minutes after its acknowledgement, and the first gets it again [AN-5]', async () => {
    const id = (await raise('danger'))!
    await colleague.call(calls.seeNotification, { id })
    await nurse.call(calls.acknowledgeNotification, { id })
    await passMinutes(id, 29)
    expect((await list(nurse))[0]).toMatchObject({ state: 'acknowledged', seen: true })
    expect((await colleague.refused(calls.acknowledgeNotification, { id })).status).toBe(409)
    await passMinutes(id, 2)
    expect((await list(nurse))[0]).toMatchObject({ state: 'open', seen: false })
    expect([await unseen(nurse), await unseen(colleague)]).toEqual([1, 1])
    const answers = await Promise.all(
      [nurse, colleague].map((one) => one.send('POST', `/notifications/${id}/acknowledge`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list(nurse))[0]).toMatchObject({ state: 'acknowledged' })
    expect((await list(colleague))[0]!.acknowledged!.at > inMinutes(-1)).toBe(true)
  })

  it('that has ended, or a warning, does not [AN-5]', async () => {
    const warning = (await raise('warning'))!
    const danger = (await raise('danger', await addBed()))!
    for (const id of [warning, danger]) {
      await nurse.call(calls.acknowledgeNotification, { id })
      await passMinutes(id, 31)
    }
    await sql`update episodes set ended_at = now() where severity = 'danger' and clinic_id = ${clinic_id}`.execute(
      portal.owner,
    )
    expect((await list(nurse)).map(({ state }) => state)).toEqual(['acknowledged', 'ended'])
    expect(await unseen(nurse)).toBe(0)
    expect((await colleague.refused(calls.acknowledgeNotification, { id: danger })).status).toBe(409)
  })

  it('can be snoozed for 30 minutes at most, again and again [AN-6]', async () => {
    const id = (await raise('danger'))!
    for (const given of [{ minutes: 60 }, { minutes: 31 }, { until: inMinutes(31) }])
      expect((await nurse.refused(calls.snoozeNotification, { id, ...given })).body).toMatchObject({
        message: m.notification_snooze_danger(),
      })
    for (const given of [{ minutes: 30 }, { until: inMinutes(30) }])
      expect((await nurse.call(calls.snoozeNotification, { id, ...given })).state).toBe('snoozed')
  })
})

describe('a snooze', () => {
  it('has any end within 12 hours, and exactly one way to say it [AN-6]', async () => {
    const id = (await raise())!
    const until = inMinutes(3)
    expect(await nurse.call(calls.snoozeNotification, { id, until })).toMatchObject({
      state: 'snoozed',
      snoozed: { until },
    })
    expect((await nurse.call(calls.snoozeNotification, { id, until: inMinutes(719) })).state).toBe('snoozed')
    for (const given of [
      {},
      { until, minutes: 30 },
      { until: inMinutes(-1) },
      { until: inMinutes(725) },
      { until: 'later' },
    ])
      expect((await nurse.refused(calls.snoozeNotification, { id, ...given })).status, JSON.stringify(given)).toBe(422)
  })

  it('is the first one’s until it ends; the second is told who was first [AN-6]', async () => {
    const id = (await raise())!
    const answers = await Promise.all(
      [nurse, colleague].map((one) => one.send('POST', `/notifications/${id}/snooze`, { minutes: 30 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'already_snoozed',
      message: m.notification_snoozed_already({ person: 'Test User' }),
    })
    await passSnooze(id)
    expect((await colleague.call(calls.snoozeNotification, { id, minutes: 30 })).state).toBe('snoozed')
    expect((await nurse.call(calls.acknowledgeNotification, { id })).state).toBe('acknowledged')
  })
})

describe('what comes back after its end', () => {
  const comeBack = () => sql`update episodes set ended_at = null where clinic_id = ${clinic_id}`.execute(portal.owner)

  it('is open and unseen: who acknowledged it before may think that it is over [WA-7] [AL-3]', async () => {
    const id = (await raise())!
    await nurse.call(calls.acknowledgeNotification, { id })
    await endEpisode()
    await comeBack()
    const { history, ...again } = await nurse.call(calls.readNotification, { id })
    expect(again).toMatchObject({ state: 'open', seen: false, acknowledged: null, reopened_at: history[2]!.at })
    expect(history.map(({ act }) => act)).toEqual(['raised', 'acknowledged', 'reopened'])
    expect((await colleague.call(calls.acknowledgeNotification, { id })).state).toBe('acknowledged')
  })

  it('keeps when it last came back a hundred times: a sensor can fail every few minutes for months [WA-7]', async () => {
    const id = (await raise())!
    await sql
      .raw(`do $$ begin for nth in 1..120 loop
        update episodes set ended_at = now() where clinic_id = '${clinic_id}';
        update episodes set ended_at = null where clinic_id = '${clinic_id}';
      end loop; end $$`)
      .execute(portal.owner)
    await endEpisode()
    await comeBack()
    const { history, reopened_at } = await nurse.call(calls.readNotification, { id })
    expect(history).toHaveLength(101)
    expect(history.at(-1)).toMatchObject({ act: 'reopened', at: reopened_at })
  })

  it('stays snoozed until the snooze ends [WA-7] [AN-6]', async () => {
    const id = (await raise())!
    await nurse.call(calls.snoozeNotification, { id, minutes: 30 })
    await endEpisode()
    await comeBack()
    expect((await nurse.call(calls.readNotification, { id })).state).toBe('snoozed')
  })
})

describe('undo', () => {
  it('takes an acknowledgement back: open again, and in the log with before and after [AN-6] [AP-5]', async () => {
    const id = (await raise())!
    expect((await nurse.refused(calls.unacknowledgeNotification, { id })).body).toMatchObject({
      code: 'not_acknowledged',
    })
    await nurse.call(calls.acknowledgeNotification, { id })
    expect((await colleague.refused(calls.unacknowledgeNotification, { id })).body).toMatchObject({
      code: 'already_acknowledged',
      message: m.notification_acknowledged_already({ person: 'Test User' }),
    })
    expect(await nurse.call(calls.unacknowledgeNotification, { id })).toMatchObject({
      state: 'open',
      acknowledged: null,
    })
    expect((await colleague.call(calls.acknowledgeNotification, { id })).state).toBe('acknowledged')
    const logged = await portal.owner
      .selectFrom('audit_entries')
      .where('actor_id', '=', nurse.userId)
      .where('act', '=', 'notification.unacknowledge')
      .select('detail')
      .execute()
    expect(logged).toMatchObject([
      { detail: { notification_id: id, changes: { state: { before: 'acknowledged', after: 'open' } } } },
    ])
  })

  it('takes a snooze back [AN-6]', async () => {
    const id = (await raise())!
    expect((await nurse.refused(calls.unsnoozeNotification, { id })).body).toMatchObject({ code: 'not_snoozed' })
    await nurse.call(calls.snoozeNotification, { id, minutes: 15 })
    expect((await colleague.refused(calls.unsnoozeNotification, { id })).body).toMatchObject({
      code: 'already_snoozed',
    })
    expect(await nurse.call(calls.unsnoozeNotification, { id })).toMatchObject({ state: 'open', snoozed: null })
  })

  it('is too late after a minute, and not for strangers [AN-6] [FA-4]', async () => {
    const acknowledged = (await raise())!
    const snoozed = (await raise('warning', await addBed()))!
    await nurse.call(calls.acknowledgeNotification, { id: acknowledged })
    await nurse.call(calls.snoozeNotification, { id: snoozed, minutes: 15 })
    for (const [call, id] of [
      [calls.unacknowledgeNotification, acknowledged],
      [calls.unsnoozeNotification, snoozed],
    ] as const) {
      expect((await stranger.refused(call, { id })).status).toBe(404)
      await passMinutes(id, 1)
      expect((await nurse.refused(call, { id })).body).toMatchObject({
        code: 'undo_over',
        message: m.notification_undo_over(),
      })
    }
  })
})
