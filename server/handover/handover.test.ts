import { listDuties } from '@eupnea/contract/duties.ts'
import { readHandover, readHandoverPdf, takeOverShift } from '@eupnea/contract/handover.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../tests/kit/read-pdf.ts'
import { addResident, clinic_id, entries, night, nurse, portal, raise, read, show, useShifts } from './shift.fixture.ts'

useShifts()

describe('what else a shift hands over', () => {
  it('is what was written, flagged, found and who was away in it [HO-1]', async () => {
    const resident = await addResident()
    const note = (at: string, words: string) =>
      sql`insert into notes (clinic_id, resident_id, member_id, kind, note, created_at, created_by, created_name,
          updated_by, updated_name)
        values (${clinic_id}, ${resident}, ${resident}, 'note', ${words}, ${at}, 'm', 'Maya Hughes', 'm', 'Maya Hughes')`.execute(
        portal.owner,
      )
    await note('2026-02-01T17:59:59Z', 'before')
    await note(night.from, 'Coughs')
    await note(night.until, 'after')
    const flag = (at: string, status: number) =>
      sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_at, created_by)
        values (${clinic_id}, ${resident}, ${status}, 'Look', ${at}, 'Grace Hopper')`.execute(portal.owner)
    await flag('2026-02-01T10:00:00Z', 2)
    const trend = await raise(resident, { at: '2026-02-01T09:00:00Z', kind: 'trend' })
    await sql`insert into trends (clinic_id, resident_id, episode_id, night, rate, usual, deviation, nights, is_flagged,
        created_at)
      values (${clinic_id}, ${resident}, ${trend}, '2026-02-01', 20.5, 16.5, 1, 14, true, '2026-02-01T09:00:00Z')`.execute(
      portal.owner,
    )
    const leave = (from: string, until: string, reason: string) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
        values (${clinic_id}, ${resident}, ${from}, ${until}, ${reason}, 'g', 'G')`.execute(portal.owner)
    await leave('2026-02-01T12:00:00Z', night.from, 'over when it begins')
    await leave('2026-02-01T20:00:00Z', '2026-02-01T22:00:00Z', 'Dinner')
    await leave('2026-02-02T05:00:00Z', '2026-02-02T13:00:00Z', 'Hospital')
    const [item] = (await read()).items
    expect(item!.notes.map(({ at, by, note: words }) => [at, by, words])).toEqual([
      [night.from, 'Maya Hughes', 'Coughs'],
    ])
    expect(item!.flag).toEqual({
      status: 2,
      at: '2026-02-01T10:00:00Z',
      by: 'Grace Hopper',
      note: 'Look',
      is_new: false,
    })
    expect(item!.trend).toEqual({ at: '2026-02-01T09:00:00Z', rate: 20.5, usual: 16.5 })
    expect(item!.leaves.map(({ reason, is_over }) => [reason, is_over])).toEqual([
      ['Dinner', true],
      ['Hospital', false],
    ])
    // A flag that was cleared in the shift is news once; then nobody has to do anything.
    await flag('2026-02-02T03:00:00Z', 1)
    expect((await read()).items[0]!.flag).toMatchObject({ status: 1, is_new: true })
    const next = { from: night.until, until: '2026-02-02T18:00:00Z' }
    expect((await read(next)).items[0]!.flag).toBeNull()
    await flag('2026-02-02T04:00:00Z', 4)
    expect((await read(next)).items[0]!.flag).toMatchObject({ status: 4, is_new: false })
    await flag(night.until, 3)
    expect((await read()).items[0]!.flag).toMatchObject({ status: 4, is_new: true })
    expect((await read(next)).items[0]!.flag).toMatchObject({ status: 3, is_new: true })
  })

  it('is no flag from before of who has left: nobody can look at them any more [HO-1]', async () => {
    const left = await addResident({ status: 2 })
    const flag = (at: string) =>
      sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_at, created_by)
        values (${clinic_id}, ${left}, 2, 'Look', ${at}, 'Grace Hopper')`.execute(portal.owner)
    await flag('2026-01-01T10:00:00Z')
    expect((await read()).items).toEqual([])
    await flag('2026-02-02T03:00:00Z')
    expect((await read()).items).toMatchObject([{ is_discharged: true, flag: { status: 2, is_new: true } }])
  })

  it('is no leave from before of who has left: it ended with the stay [HO-1] [PL-6]', async () => {
    const left = await addResident({ status: 2 })
    const leave = (from: string) =>
      sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
        values (${clinic_id}, ${left}, ${from}, '2026-03-01T12:00:00Z', 'Hospital', 'g', 'G')`.execute(portal.owner)
    await leave('2026-02-01T12:00:00Z')
    expect((await read()).items).toEqual([])
    await leave('2026-02-02T03:00:00Z')
    expect((await read()).items).toMatchObject([{ leaves: [{ from: '2026-02-02T03:00:00Z', is_over: false }] }])
  })

  it('counts as not monitored, not as quiet, residents whose bed no sensor watched in it [HO-1]', async () => {
    const rooms = ['1', '2', '3', '4', '5']
    const [watched, without, later, before, stopped] = await Promise.all(rooms.map((room) => addResident({ room })))
    await show(watched!, [['ok', '2026-02-02T05:59:00Z']])
    await show(later!, [['ok', night.until]])
    await show(before!, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['paused', '2026-02-01T17:00:00Z'],
    ])
    await show(stopped!, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['paused', '2026-02-01T19:00:00Z'],
    ])
    expect(await read()).toMatchObject({ items: [], quiet: 2, unmonitored: 3 })
    await raise(without!, { at: '2026-02-02T01:00:00Z' })
    expect(await read()).toMatchObject({ items: [{ room: '2' }], quiet: 2, unmonitored: 2 })
  })

  it('is of one floor and of residents without one; who has left is not counted as quiet [HO-1]', async () => {
    const rooms = { '1': await addResident({ room: '1' }), '2': await addResident({ room: '2', floor: '2' }) }
    await show(await addResident({ room: '3' }), [['ok', '2026-01-01T00:00:00Z']])
    const noFloor = await addResident({ room: '4', floor: '' })
    const left = await addResident({ room: '5', status: 2 })
    await addResident({ room: '6', status: 2 })
    const deleted = await addResident({ room: '8', status: 0 })
    for (const one of [rooms['1'], rooms['2'], noFloor, left, deleted]) await raise(one, { at: '2026-02-02T01:00:00Z' })
    const listed = async (floor: string) => {
      const { items, quiet } = await read({ floor })
      return [items.map(({ room }) => room), quiet]
    }
    expect(await listed('1')).toEqual([['1', '4', '5'], 1])
    expect(await listed('2')).toEqual([['2', '4'], 0])
    expect(await listed('all')).toEqual([['1', '2', '4', '5'], 1])
    expect((await read()).items.map(({ is_discharged }) => is_discharged)).toEqual([false, false, false, true])
  })
})

describe('a shift', () => {
  it('is refused when it ends first, is longer than a day or has not begun [HO-1]', async () => {
    const now = Temporal.Now.instant()
    const refusal = async (shift: object) => {
      const { status, body } = await nurse.refused(readHandover, { clinic_id, ...shift })
      return [status, body.message]
    }
    expect(await refusal({ from: night.until, until: night.from })).toEqual([422, 'Enter an end after the start'])
    expect(await refusal({ from: night.from, until: night.from })).toEqual([422, 'Enter an end after the start'])
    expect(await refusal({ from: night.from, until: '2026-02-02T18:00:01Z' })).toEqual([422, 'Choose at most 24 hours'])
    expect(await refusal({ from: now.add({ hours: 1 }).toString() })).toEqual([422, 'This shift hasn’t begun'])
    expect((await refusal({ until: '0001-01-01T00:00:00Z' }))[0]).toBe(422)
    const whole = await read({ until: '2026-02-02T18:00:00Z' })
    expect([whole.from, whole.until]).toEqual([night.from, '2026-02-02T18:00:00Z'])
    const half = await nurse.call(readHandover, { clinic_id, until: night.until })
    expect(half.from).toBe(night.from)
  })

  it('is by default one of those offered, which follow each other without a gap [HO-1]', async () => {
    const { from, until, shifts } = await nurse.call(readHandover, { clinic_id })
    expect(shifts.slice(0, 2)).toContainEqual({ from, until })
    for (const [index, shift] of shifts.slice(1).entries()) expect(shift.until).toBe(shifts[index]!.from)
  })

  it('is taken over once by each person, who it says when and who [HO-1]', async () => {
    await addResident()
    const day = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
    const first = await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })
    expect(first.taken_over).toMatchObject([{ by: 'Test User', is_own: true }])
    expect((await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })).taken_over).toEqual(first.taken_over)
    await day.call(takeOverShift, { clinic_id, ...night })
    const who = async (more: object) => (await read(more)).taken_over.map(({ is_own }) => is_own)
    // Who takes over all floors takes over each.
    expect(await who({ floor: '1' })).toEqual([true, false])
    expect(await who({ floor: '2' })).toEqual([false])
    expect(await who({})).toEqual([false])
    expect(await who({ floor: '1', until: '2026-02-02T05:00:00Z' })).toEqual([])
    const { status, body } = await nurse.refused(takeOverShift, { clinic_id, floor: '9', ...night })
    expect([status, body.message]).toEqual([422, 'Choose a floor of this facility'])
    const entries = await portal.owner
      .selectFrom('audit_entries')
      .select(['act', 'detail'])
      .where('clinic_id', '=', clinic_id)
      .where('act', '=', 'handover.take-over')
      .orderBy('at')
      .execute()
    expect(entries.map(({ detail }) => detail)).toEqual([
      { floor: '1', ...night },
      { floor: 'all', ...night },
    ])
  })

  it('begins the duty of who takes over, until a shift ends, and not of a shift long ago [HO-1] [AN-7]', async () => {
    const onDuty = async () => (await nurse.call(listDuties, { clinic_id })).items
    expect((await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })).duty).toBeNull()
    expect(await onDuty()).toEqual([])
    const { duty } = await nurse.call(takeOverShift, { clinic_id, floor: '1' })
    expect(await onDuty()).toEqual([duty])
    expect(duty).toMatchObject({ user_id: nurse.userId, floors: ['1'] })
    const end = Temporal.Instant.from(duty!.until).toZonedDateTimeISO('Europe/Berlin')
    expect([7, 19]).toContain(end.hour)
  })

  it('is of nobody who may not see the facility, and each reading is recorded [HO-1] [FA-4] [AP-5]', async () => {
    const other = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
    for (const call of [readHandover, readHandoverPdf, takeOverShift])
      expect((await other.refused(call, { clinic_id, ...night })).status, call.name).toBe(404)
    await read()
    expect(await entries()).toEqual([
      { act: 'handover.read', actor_id: nurse.userId, detail: { floor: 'all', ...night, shown: 0 } },
    ])
  })
})

describe('the handover on paper', () => {
  async function pdf(more: object = {}): Promise<{ bytes: Uint8Array; name: string }> {
    const query = new URLSearchParams({ clinic_id, ...night, ...more })
    const answer = await fetch(`${portal.url}/api/handover/pdf?${query}`, {
      headers: { authorization: `Bearer ${nurse.token}` },
    })
    expect(answer.status).toBe(200)
    return { bytes: await answer.bytes(), name: answer.headers.get('content-disposition') ?? '' }
  }

  it('says what the page says, by the facility’s clock [HO-1]', async () => {
    const resident = await addResident({ room: '104' })
    await show(await addResident({ room: '105' }), [['ok', '2026-01-01T00:00:00Z']])
    await addResident({ room: '106' })
    await raise(resident, { at: '2026-02-02T01:30:00Z', acknowledged: '2026-02-02T01:41:00Z' })
    await raise(resident, { at: '2026-02-02T05:00:00Z', kind: 'no_breathing', severity: 'danger' })
    await show(resident, [
      ['ok', '2026-01-01T00:00:00Z'],
      ['silent', '2026-02-02T00:20:00Z'],
    ])
    await nurse.call(takeOverShift, { clinic_id, floor: '1', ...night })
    const { bytes, name } = await pdf({ floor: '1' })
    expect(decodeURIComponent(name)).toContain('Handover-Maple Court-1-2026-02-01-19-00.pdf')
    const [page, ...others] = pagesOf(bytes) ?? []
    if (page === undefined) return
    expect(others).toEqual([])
    for (const text of [
      'Handover: Floor 1, Maple Court',
      '1 Feb 2026, 19:00 to 2 Feb 2026, 07:00',
      'Taken over by Test User at',
      'Danger:',
      'danger 05:00, 06:00, not acknowledged',
      'warning 01:30, 02:30, acknowledged 02:41 by A. Nurse',
      'Unmonitored 5 h 40 min: sensor silent',
      'Sensor silent since 01:20',
      '1 resident: nothing to report · 1 resident: not monitored',
    ])
      expect(page.replaceAll(/\s+/g, ' ')).toContain(text)
  })

  it('is recorded as what was read [HO-1] [AP-5]', async () => {
    await addResident()
    await pdf()
    expect(await entries()).toEqual([
      { act: 'handover.pdf', actor_id: nurse.userId, detail: { floor: 'all', ...night, shown: 0 } },
    ])
  })

  it('of a floor where much has happened is one page, in two columns [HO-1]', async () => {
    for (let nth = 0; nth < 14; nth++) {
      const resident = await addResident({ room: String(200 + nth) })
      await raise(resident, { at: '2026-02-02T01:30:00Z', acknowledged: '2026-02-02T01:41:00Z' })
      await show(resident, [
        ['ok', '2026-01-01T00:00:00Z'],
        ['silent', '2026-02-02T00:20:00Z'],
      ])
    }
    const { bytes } = await pdf({ floor: '1' })
    const pages = pagesOf(bytes)
    if (pages) expect(pages).toHaveLength(1)
  })
})
