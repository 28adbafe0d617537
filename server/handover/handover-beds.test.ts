import { lengthText } from '@eupnea/contract/rules/downtime.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addResident, clinic_id, night, portal, raise, read, show, useShifts } from './shift.fixture.ts'

useShifts()

describe('beds of a shift', () => {
  it('say when they were empty, unmonitored and in need of a check, cut to the shift [HO-1]', async () => {
    const resident = await addResident()
    await show(resident, [
      ['away', '2026-02-01T17:00:00Z'],
      ['ok', '2026-02-01T18:40:00Z'],
      // Too short to be out of bed.
      ['away', '2026-02-01T22:00:00Z'],
      ['ok', '2026-02-01T22:00:50Z'],
      ['silent', '2026-02-02T01:00:00Z'],
      ['ok', '2026-02-02T01:30:00Z'],
      ['away', '2026-02-02T02:00:00Z'],
      ['ok', '2026-02-02T02:26:00Z'],
      ['stuck', '2026-02-02T05:15:00Z'],
      ['ok', '2026-02-02T08:00:00Z'],
    ])
    const { items } = await read()
    expect(items[0]).toMatchObject({
      out_of_bed: {
        spans: [
          { from: night.from, until: '2026-02-01T18:40:00Z' },
          { from: '2026-02-02T02:00:00Z', until: '2026-02-02T02:26:00Z' },
        ],
        is_out: false,
      },
      downtime: [
        { cause: 'stuck', seconds: 45 * 60 },
        { cause: 'silent', seconds: 30 * 60 },
      ],
      signal: { state: 'stuck', since: '2026-02-02T05:15:00Z', note: null },
    })
    const early = await read({ until: '2026-02-02T02:10:00Z' })
    expect(early.items[0]!.out_of_bed).toMatchObject({ spans: [{}, { until: '2026-02-02T02:10:00Z' }], is_out: true })
    expect(early.items[0]!.signal).toBeNull()
  })

  it('say the mean rate as it is judged, also beside a limit [HO-1] [PL-2]', async () => {
    await sql`select keep_partitions('2026-02-01', '2026-02-02', '2026-02-01', '2026-02-01')`.execute(portal.owner)
    for (const [nth, rr] of [12.04, 12.004, 21.96, 21.996, 16.04].entries()) {
      const resident = await addResident({ room: String(nth) })
      await show(resident, [['silent', '2026-02-01T17:00:00Z']])
      await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
        select d.no, c.no, '2026-02-02T03:00:00Z', 1, 1, ${rr}, ${rr}, ${rr}, 0, 0, 1
        from devices d join clinics c on c.id = d.clinic_id where d.id = ${resident}`.execute(portal.owner)
    }
    const { items } = await read()
    expect(items.map(({ rr_avg, rr_direction }) => [rr_avg, rr_direction])).toEqual([
      [12.1, null],
      [12, 'low'],
      [21.9, null],
      [22, 'high'],
      [16, null],
    ])
  })

  it('that were silent as one are said once, and what is a resident’s own stays theirs [HO-1]', async () => {
    const own: (readonly [state: 'ok' | 'silent', at: string])[][] = [
      [['ok', '02:31:00']],
      [['ok', '02:30:30']],
      // It comes back late, and was silent before.
      [
        ['ok', '01:00:00'],
        ['silent', '01:30:00'],
        ['ok', '02:50:00'],
      ],
      [],
    ]
    for (const [nth, states] of own.entries()) {
      const resident = await addResident({ room: String(nth) })
      const begin = nth === 3 ? [] : nth === 2 ? ['silent', '00:50:00'] : ['silent', '02:00:00']
      const all = [
        ['ok', '2026-02-01T17:00:00Z'],
        ...[begin, ...states].flatMap((one) => (one.length ? [[one[0], `2026-02-02T${one[1]}Z`]] : [])),
      ]
      await show(resident, all as never)
    }
    const { items, outages } = await read()
    expect(outages).toEqual([{ from: '2026-02-02T02:00:00Z', until: '2026-02-02T02:30:30Z' }])
    expect(items.map(({ room, downtime }) => [room, downtime])).toEqual([
      ['2', [{ cause: 'silent', seconds: (10 + 30 + 19.5) * 60 }]],
    ])
  })

  it('were empty once, though a gap hid them meanwhile [HO-1]', async () => {
    const resident = await addResident()
    await show(resident, [
      ['ok', '2026-02-01T17:00:00Z'],
      ['away', '2026-02-01T20:00:00Z'],
      ['silent', '2026-02-01T20:30:00Z'],
      ['away', '2026-02-01T21:00:00Z'],
      ['ok', '2026-02-01T21:10:00Z'],
      ['away', '2026-02-01T23:00:00Z'],
      ['no_breathing', '2026-02-01T23:10:00Z'],
      ['away', '2026-02-01T23:20:00Z'],
      ['ok', '2026-02-01T23:30:00Z'],
    ])
    const { items } = await read()
    expect(items[0]!.out_of_bed.spans).toEqual([
      { from: '2026-02-01T20:00:00Z', until: '2026-02-01T21:10:00Z' },
      { from: '2026-02-01T23:00:00Z', until: '2026-02-01T23:10:00Z' },
      { from: '2026-02-01T23:20:00Z', until: '2026-02-01T23:30:00Z' },
    ])
  })

  it('are not empty on leave, also where it was recorded late [HO-1] [PL-6]', async () => {
    const resident = await addResident()
    await show(resident, [
      ['ok', '2026-02-01T17:00:00Z'],
      ['away', '2026-02-01T20:00:00Z'],
      ['silent', '2026-02-01T22:00:00Z'],
      ['away', '2026-02-01T23:30:00Z'],
    ])
    await sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
      values (${clinic_id}, ${resident}, '2026-02-01T20:10:00Z', '2026-02-02T04:00:00Z', '', 'u', 'U')`.execute(
      portal.owner,
    )
    const { items } = await read()
    expect(items[0]!.out_of_bed).toEqual({
      spans: [
        { from: '2026-02-01T20:00:00Z', until: '2026-02-01T20:10:00Z' },
        { from: '2026-02-02T04:00:00Z', until: night.until },
      ],
      is_out: true,
    })
    expect(items[0]!.downtime).toEqual([])
  })

  it.each([
    ['of 11 hours', '2026-03-28T18:00:00Z', '2026-03-29T05:00:00Z', '11 h'],
    ['of 13 hours', '2026-10-24T17:00:00Z', '2026-10-25T06:00:00Z', '13 h'],
  ])('of a night %s, in which the clock changes, are whole [HO-1]', async (_, from, until, length) => {
    const [silent, out] = [await addResident({ room: '1' }), await addResident({ room: '2' })]
    await show(silent, [['silent', '2026-02-01T00:00:00Z']])
    const minuteBefore = Temporal.Instant.from(until).subtract({ minutes: 1 }).toString()
    await show(out, [
      ['ok', '2026-02-01T00:00:00Z'],
      ['away', minuteBefore],
      ['ok', until],
    ])
    await raise(out, { at: until })
    const { items } = await read({ from, until })
    expect(items.map(({ downtime }) => downtime.map(({ seconds }) => lengthText(seconds)))).toEqual([[length], []])
    expect(items[1]).toMatchObject({
      notifications: [],
      out_of_bed: { spans: [{ from: minuteBefore, until }], is_out: true },
    })
  })

  it('of a shift that goes on are as they are now [HO-1]', async () => {
    const resident = await addResident()
    const now = Temporal.Now.instant().round('second')
    const shift = { from: now.subtract({ hours: 2 }).toString(), until: now.add({ hours: 2 }).toString() }
    await show(resident, [
      ['ok', now.subtract({ hours: 5 }).toString()],
      ['away', now.subtract({ minutes: 30 }).toString()],
    ])
    const { items, as_of, until } = await read(shift)
    expect(Date.parse(as_of)).toBeLessThan(Date.parse(until))
    expect(items[0]!.out_of_bed).toEqual({
      spans: [{ from: now.subtract({ minutes: 30 }).toString(), until: as_of }],
      is_out: true,
    })
  })
})
