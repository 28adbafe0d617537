import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addResident, clinic_id, night, portal, type Raised, raise, read, show, useShifts } from './shift.fixture.ts'

useShifts()

describe('notifications of a shift', () => {
  it('are listed while they last, by their state at its end, and counted when they ended in it [HO-1]', async () => {
    const resident = await addResident()
    await raise(resident, { at: '2026-02-02T05:00:00Z', kind: 'no_breathing', severity: 'danger' })
    await raise(resident, { at: '2026-02-02T04:00:00Z', acknowledged: '2026-02-02T04:10:00Z' })
    await raise(resident, { at: '2026-02-02T03:00:00Z', kind: 'silent', snoozedUntil: '2026-02-02T06:30:00Z' })
    await raise(resident, { at: '2026-02-02T02:00:00Z', kind: 'stuck', snoozedUntil: '2026-02-02T05:30:00Z' })
    await raise(resident, { at: '2026-02-02T01:00:00Z', ended: '2026-02-02T01:30:00Z' })
    // Raised in the shift before, and still open; acknowledged only after this one.
    await raise(resident, { at: '2026-02-01T12:00:00Z', kind: 'clock', acknowledged: '2026-02-02T06:10:00Z' })
    const { items, quiet, as_of } = await read()
    expect(items[0]!.notifications.map(({ raised_at, state }) => [raised_at.slice(8, 16), state])).toEqual([
      ['02T05:00', 'open'],
      ['01T12:00', 'open'],
      ['02T02:00', 'open'],
      ['02T03:00', 'snoozed'],
      ['02T04:00', 'acknowledged'],
    ])
    expect(items[0]!.notifications[1]!.acknowledged).toEqual({ by: 'A. Nurse', at: '2026-02-02T06:10:00Z' })
    expect([quiet, as_of]).toEqual([0, night.until])
    expect(items[0]!.ended).toMatchObject([
      { title: 'warning 01:00', raised_at: '2026-02-02T01:00:00Z', ended_at: '2026-02-02T01:30:00Z' },
    ])
  })

  it('say since when it was so, as their messages do, and since the first time if it came back [HO-1] [WA-2] [WA-7]', async () => {
    const resident = await addResident()
    const stop = { at: '2026-02-02T03:23:00Z', since: '2026-02-02T03:21:00Z', kind: 'no_breathing' }
    await raise(resident, { ...stop, ended: '2026-02-02T03:24:00Z' })
    await raise(resident, { at: '2026-02-02T04:00:00Z', since: '2026-02-02T05:00:00Z', kind: 'silent' })
    // Staff were notified only after the shift.
    await raise(resident, { ...stop, at: '2026-02-02T06:01:00Z', since: '2026-02-02T05:59:00Z' })
    const { ended, notifications } = (await read()).items[0]!
    expect(ended.map(({ raised_at }) => raised_at)).toEqual([stop.since])
    expect(notifications.map(({ raised_at }) => raised_at)).toEqual(['2026-02-02T04:00:00Z'])
  })

  it('that became worse after its end are what they were at its end [HO-1] [AN-5]', async () => {
    const worse = async (room: string, at: string) => {
      const acknowledged = '2026-02-02T05:10:00Z'
      const told = { at: '2026-02-02T05:00:00Z', severity: 'danger', acknowledged }
      const id = await raise(await addResident({ room }), told)
      await sql`update notifications set became_worse_at = ${at} where id = ${id}`.execute(portal.owner)
    }
    await worse('1', '2026-02-02T05:59:00Z')
    await worse('2', night.until)
    const { items } = await read()
    const said = items.map(({ notifications: [one] }) => [one!.severity, one!.title, one!.state, one!.became_worse_at])
    expect(said).toEqual([
      ['danger', 'danger 05:00', 'open', '2026-02-02T05:59:00Z'],
      ['warning', 'High Respiratory', 'acknowledged', null],
    ])
  })

  it('that became worse long before that was known say when it was so, as lists do [HO-1] [WA-8]', async () => {
    const id = await raise(await addResident(), { at: '2026-02-02T02:00:00Z', severity: 'danger' })
    await sql`update notifications set became_worse_at = '2026-02-02T05:00:00Z',
      extra_detail = '{"until":"2026-02-02T03:10:00Z"}' where id = ${id}`.execute(portal.owner)
    expect((await read()).items[0]!.notifications[0]!.became_worse_at).toBe('2026-02-02T03:10:00Z')
  })

  it('are handled as they were at its end, whatever was done later [HO-1] [AN-5] [AN-6]', async () => {
    const warning = { at: '2026-02-02T04:00:00Z' }
    const danger = { ...warning, severity: 'danger' }
    const did = (id: string, act: string, at: string, until: string | null = null) =>
      sql`insert into audit_entries (at, actor_type, actor_id, actor_name, act, clinic_id, detail) values
        (${at}, 'user', 'b', 'B. Nurse', ${`notification.${act}`}, ${clinic_id}, ${JSON.stringify({
          notification_id: id,
          ...(until !== null && { changes: { snoozed_until: { before: null, after: until } } }),
        })})`.execute(portal.owner)
    const worse = (id: string, at: string) =>
      sql`update notifications set became_worse_at = ${at}, worse_at = ${at} where id = ${id}`.execute(portal.owner)
    const inRoom = async (room: string, raised: Raised) => raise(await addResident({ room }), raised)
    // Acknowledged in the shift; it became worse after it, and was acknowledged again.
    const later = await inRoom('1', { ...danger, acknowledged: '2026-02-02T07:10:00Z' })
    await did(later, 'acknowledge', '2026-02-02T04:10:00Z')
    await did(later, 'acknowledge', '2026-02-02T07:10:00Z')
    await worse(later, '2026-02-02T07:00:00Z')
    // It became worse within the shift: nobody has acknowledged that.
    const within = await inRoom('2', danger)
    await did(within, 'acknowledge', '2026-02-02T04:10:00Z')
    await worse(within, '2026-02-02T05:00:00Z')
    // Acknowledged, and taken back.
    const undone = await inRoom('3', warning)
    await did(undone, 'acknowledge', '2026-02-02T05:59:50Z')
    await did(undone, 'unacknowledge', '2026-02-02T06:00:10Z')
    // A danger that asked again after the shift.
    const again = await inRoom('4', { ...danger, acknowledged: '2026-02-02T06:20:00Z' })
    await did(again, 'acknowledge', '2026-02-02T05:45:00Z')
    await did(again, 'acknowledge', '2026-02-02T06:20:00Z')
    // Snoozed after the shift, and within it until it became worse after it.
    const snoozed = await inRoom('5', { ...warning, snoozedUntil: '2026-02-02T08:00:00Z' })
    await sql`update notifications set snoozed_at = '2026-02-02T06:30:00Z' where id = ${snoozed}`.execute(portal.owner)
    const slept = await inRoom('6', danger)
    await did(slept, 'snooze', '2026-02-02T05:30:00Z', '2026-02-02T09:00:00Z')
    await worse(slept, '2026-02-02T07:00:00Z')
    // It was over and came back twice, the second time after the shift.
    const back = await inRoom('7', warning)
    await did(back, 'acknowledge', '2026-02-02T04:10:00Z')
    await sql`update notifications set reopened_at = '{2026-02-02T05:00:00Z,2026-02-02T07:00:00Z}'
      where id = ${back}`.execute(portal.owner)
    const { items } = await read()
    expect(items.map(({ room, notifications: [one] }) => [room, one!.state, one!.acknowledged, one!.snoozed])).toEqual([
      ['1', 'acknowledged', { by: 'B. Nurse', at: '2026-02-02T04:10:00Z' }, null],
      ['2', 'open', null, null],
      ['3', 'open', null, null],
      ['4', 'acknowledged', { by: 'B. Nurse', at: '2026-02-02T05:45:00Z' }, null],
      ['5', 'open', null, null],
      ['6', 'snoozed', null, { by: 'B. Nurse', until: '2026-02-02T09:00:00Z' }],
      ['7', 'open', null, null],
    ])
  })

  it('that are dangers are open again 30 minutes after their acknowledgement, warnings aren’t [HO-1] [AN-5]', async () => {
    const danger = { at: '2026-02-02T05:00:00Z', severity: 'danger', acknowledged: '2026-02-02T05:30:00Z' }
    await raise(await addResident({ room: '1' }), danger)
    await raise(await addResident({ room: '2' }), { ...danger, snoozedUntil: '2026-02-02T06:20:00Z' })
    await raise(await addResident({ room: '3' }), { ...danger, acknowledged: '2026-02-02T05:31:00Z' })
    await raise(await addResident({ room: '4' }), { ...danger, severity: 'warning' })
    const { items } = await read()
    expect(items.map(({ room, notifications }) => [room, notifications[0]!.state])).toEqual([
      ['1', 'open'],
      ['2', 'snoozed'],
      ['3', 'acknowledged'],
      ['4', 'acknowledged'],
    ])
  })

  it('belong to the shift in which they begin or end: its beginning is in it, its end is not [HO-1]', async () => {
    const [endsAtStart, beginsAtEnd, endsAtEnd, over] = [
      await addResident({ room: '1' }),
      await addResident({ room: '2' }),
      await addResident({ room: '3' }),
      await addResident({ room: '4' }),
    ]
    await raise(endsAtStart, { at: '2026-02-01T17:00:00Z', ended: night.from })
    await raise(beginsAtEnd, { at: night.until })
    await raise(endsAtEnd, { at: '2026-02-02T05:00:00Z', ended: night.until })
    await raise(over, { at: '2026-02-01T17:00:00Z', ended: '2026-02-01T17:59:59Z' })
    for (const one of [beginsAtEnd, over]) await show(one, [['ok', '2026-01-01T00:00:00Z']])
    const { items, quiet } = await read()
    expect(items.map(({ room, ended, notifications }) => [room, ended.length, notifications.length])).toEqual([
      ['1', 1, 0],
      ['3', 0, 1],
    ])
    expect(items[1]!.notifications[0]).toMatchObject({ state: 'open', ended_at: night.until })
    expect(quiet).toBe(2)
    const next = await read({ from: night.until, until: '2026-02-02T18:00:00Z' })
    expect(next.items.map(({ room, ended, notifications }) => [room, ended.length, notifications.length])).toEqual([
      ['2', 0, 1],
      ['3', 1, 0],
    ])
  })

  it('that grew worse are one, and those of the facility stand apart [HO-1]', async () => {
    const resident = await addResident()
    const first = await raise(resident, { at: '2026-02-02T01:00:00Z' })
    await raise(resident, { at: '2026-02-02T02:00:00Z', severity: 'danger', episode: first })
    const outage = randomUUID()
    await sql`insert into monitoring_outages (id, clinic_id, cause, since) values
      (${outage}, ${clinic_id}, 'readings', '2026-02-02T03:00:00Z')`.execute(portal.owner)
    await sql`insert into notifications (clinic_id, outage_id, kind, title, description, action, severity, extra_detail,
        created_at, raised_at)
      values (${clinic_id}, ${outage}, 'monitoring', 'No readings', '', '', 'danger', '{}', '2026-02-02T03:00:00Z',
        '2026-02-02T03:00:00Z')`.execute(portal.owner)
    const { items, notifications } = await read()
    expect(items[0]!.notifications.map(({ severity }) => severity)).toEqual(['danger'])
    expect(notifications.map(({ title, state }) => [title, state])).toEqual([['No readings', 'open']])
  })
})
