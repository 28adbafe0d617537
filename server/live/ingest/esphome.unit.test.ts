import { telemetryLimits } from '@eupnea/contract/live.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cutOwed,
  type EsphomeNode,
  type EsphomeOutcome,
  isChangeOnly,
  newEsphomeNode,
  owedAt,
  translateEsphome,
} from './esphome.ts'

const prefix = 'bed-101'
const person = 'binary_sensor/person_information/state'
const rate = 'sensor/real-time_respiratory_rate/state'
const heart = 'sensor/real-time_heart_rate/state'
const distance = 'sensor/distance_to_detection_object/state'
const targets = 'sensor/target_number/state'
const start = Date.parse('2026-11-20T12:00:00Z')

type Said = readonly [topic: string, payload: string, after?: number, retained?: 'retained']

/** Sends messages from a node, each `after` ms after the previous one (default 1 s). */
function listen(said: readonly Said[], node: EsphomeNode = newEsphomeNode) {
  const outcomes: EsphomeOutcome[] = []
  let ts = start
  for (const [rest, payload, after = 1_000, retained] of said) {
    ts += after
    const topic = `${prefix}/${rest}`
    const translation = translateEsphome(node, prefix, { topic, payload, ts, retained: retained !== undefined })
    node = translation.node
    outcomes.push(translation.outcome)
  }
  const readings = outcomes.flatMap((outcome) => (outcome.kind === 'reading' ? [outcome.reading] : []))
  return { node, outcomes, kinds: outcomes.map(({ kind }) => kind), readings, last: outcomes.at(-1), ts }
}

const values = (said: readonly Said[]) => listen(said).readings.map(({ rr, dist }) => [rr, dist])

describe('states become readings', () => {
  test('a rate in breaths a minute, a distance in centimetres, stamped with their arrival [LI-1]', () => {
    const { readings } = listen([
      [person, 'ON'],
      [distance, '74.62'],
      [rate, '17'],
    ])
    expect(readings).toEqual([
      { ts: start + 2_000, rr: null, dist: 0.7462 },
      { ts: start + 3_000, rr: 17, dist: 0.7462 },
    ])
  })

  test('the heart rate and everything else of the node is none of our business [LI-1]', () => {
    const { kinds } = listen([
      [heart, '72'],
      ['debug', '[D][sensor:094]: got 17'],
      ['sensor/uptime/state', '17'],
      ['switch/led/state', 'ON'],
      [`${rate}/extra`, '17'],
      ['sensor/real-time_respiratory_rate/command', '17'],
    ])
    expect(new Set(kinds)).toEqual(new Set(['ignored']))
    const elsewhere = { topic: `bed-1010/${rate}`, payload: '17', retained: false, ts: start }
    expect(translateEsphome(newEsphomeNode, prefix, elsewhere).outcome).toEqual({ kind: 'ignored' })
  })

  test('not more than one a second, however many states come with each radar frame [LI-1]', () => {
    const frame: Said[] = [
      [person, 'ON', 60],
      [rate, '17', 5],
      [heart, '72', 5],
      [distance, '74.62', 5],
      [targets, '1', 5],
    ]
    const { readings } = listen(Array.from({ length: 100 }, () => frame).flat())
    expect(readings.length).toBeGreaterThanOrEqual(7)
    expect(readings.length).toBeLessThanOrEqual(8)
    const steps = readings.slice(1).map(({ ts }, index) => ts - readings[index]!.ts)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(1_000)
  })

  test('a build that tells changes only keeps what it said before [LI-1]', () => {
    const said: Said[] = [
      [person, 'ON'],
      [rate, '16'],
      [distance, '80'],
      [distance, '80.5', 20_000],
      [rate, '17', 20_000],
    ]
    expect(values(said)).toEqual([
      [16, undefined],
      [16, 0.8],
      [16, 0.805],
      [17, 0.805],
    ])
  })

  test('what comes within the second is owed when it says something new [LI-1]', () => {
    const { node } = listen([
      [person, 'ON'],
      [rate, '17'],
      [distance, '74.62', 5],
    ])
    expect(owedAt(node)).toBe(start + 3_000)
    const owed = cutOwed(node, start + 3_001)
    expect(owed.outcome).toEqual({ kind: 'reading', reading: { ts: start + 3_001, rr: 17, dist: 0.7462 } })
    const again = listen(
      [
        [rate, '17', 3_010],
        [distance, '74.62', 5],
      ],
      owed.node,
    )
    expect(again.readings).toEqual([])
    // But for the word that somebody is there still.
    expect(owedAt(again.node)).toBe(start + 12_000)
    const settled = cutOwed(again.node, start + 12_000)
    expect(settled.outcome).toMatchObject({ kind: 'reading', reading: { dist: 0.7462 } })
    expect(owedAt(settled.node)).toBeNull()
    expect(cutOwed(settled.node, start + 19_000).outcome).toEqual({ kind: 'ignored' })
  })

  test('a node that goes away owes nothing [LI-7]', () => {
    const said: Said[] = [
      [rate, '17'],
      [distance, '74.62', 5],
      ['status', 'offline', 5],
    ]
    expect(owedAt(listen(said).node)).toBeNull()
  })

  test('a rate stands for ten seconds while a node repeats the rest [LI-1] [WA-9]', () => {
    const said: Said[] = [
      [person, 'ON'],
      [rate, '16'],
      [distance, '80', 8_000],
      [distance, '80', 1_000],
      [distance, '80', 2_000],
    ]
    expect(values(said)).toEqual([
      [16, undefined],
      [16, 0.8],
      [16, 0.8],
      [null, 0.8],
    ])
  })

  test('a node is known to say changes only after ten minutes without a repetition [WA-9]', () => {
    const tenMinutes = 600_000
    const never = listen([
      [person, 'ON', 0],
      [rate, '16', 0],
    ]).node
    expect([0, 1].map((more) => isChangeOnly(never, start + tenMinutes + more))).toEqual([null, true])
    const once = listen([[rate, '16', 60_000]], never).node
    expect([0, 1].map((more) => isChangeOnly(once, start + 60_000 + tenMinutes + more))).toEqual([false, true])
  })

  test('a rate of a node that never repeats a state stands until there is none, or nobody [WA-9]', () => {
    const hour = 3_600_000
    const said: Said[] = [
      [person, 'ON'],
      [rate, '16'],
      [distance, '80', hour],
    ]
    expect(values(said).at(-1)).toEqual([16, 0.8])
    expect(isChangeOnly(listen(said).node, start + 2 * hour)).toBe(true)
    expect(values([...said, [rate, '0', hour], [distance, '81', hour]]).at(-1)).toEqual([null, 0.81])
    expect(values([...said, [person, 'OFF', hour], [person, 'ON', hour], [distance, '82']]).at(-1)).toEqual([
      null,
      0.82,
    ])
    expect(isChangeOnly(listen(said.slice(0, 2)).node, start + 5_000)).toBeNull()
    expect(isChangeOnly(listen([...said, [distance, '80']]).node, start + hour + 20_000)).toBe(false)
  })

  test('somebody who comes or leaves is told twice, for nothing may follow [WA-1] [WA-9]', () => {
    const { node, ts } = listen([
      [distance, '80'],
      [person, 'ON'],
      [rate, '16'],
      [person, 'OFF', 60_000],
    ])
    expect(owedAt(node)).toBe(ts + 11_000)
    expect(cutOwed(node, ts + 11_000).outcome).toEqual({
      kind: 'reading',
      reading: { ts: ts + 11_000, rr: null, dist: null },
    })
  })

  test('nobody is told again each minute, until somebody comes or the node is gone [WA-9] [WA-11] [AL-2]', () => {
    const left = listen([
      [person, 'ON'],
      [rate, '16'],
      [person, 'OFF', 60_000],
    ])
    let { node } = cutOwed(left.node, left.ts + 11_000)
    for (const after of [71_000, 131_000]) {
      expect(owedAt(node)).toBe(left.ts + after)
      const again = cutOwed(node, left.ts + after)
      expect(again.outcome).toMatchObject({ kind: 'reading', reading: { rr: null, dist: null } })
      node = again.node
    }
    const back = listen([[person, 'ON', 240_000]], node)
    expect(owedAt(cutOwed(back.node, owedAt(back.node)!).node)).toBe(back.ts + 11_000)
    expect(owedAt(cutOwed(cutOwed(back.node, back.ts + 1_000).node, back.ts + 11_000).node)).toBeNull()
    expect(owedAt(listen([['status', 'offline', 240_000]], node).node)).toBeNull()
  })

  test('a clock that is set back does not silence a node [LI-1]', () => {
    const said: Said[] = [
      [rate, '16'],
      [rate, '17', -3_600_000],
      [rate, '18'],
    ]
    expect(values(said).map(([rr]) => rr)).toEqual([16, 17, 18])
  })
})

describe('zero, nan and None', () => {
  test('0 without a target means nobody and no apnoea [LI-1]', () => {
    const gone: Said[] = [
      [person, 'OFF'],
      [rate, '0'],
      [distance, '0.00'],
      [targets, '0'],
    ]
    expect(values([[person, 'ON'], [rate, '17'], [distance, '74.62'], ...gone]).slice(2)).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  test('0 without a target means nobody where the node has no presence sensors at all [LI-1]', () => {
    expect(
      values([
        [rate, '17'],
        [distance, '74.62'],
        [rate, '0'],
        [distance, '0.00'],
      ]),
    ).toEqual([
      [17, null],
      [17, 0.7462],
      [null, 0.7462],
      [null, null],
    ])
  })

  test('0 breaths with a target present is no valid rate [LI-1]', () => {
    const said: Said[] = [
      [person, 'ON'],
      [distance, '74.62'],
      [rate, '17'],
      [rate, '0'],
    ]
    expect(values(said).at(-1)).toEqual([null, 0.7462])
  })

  test.each(['nan', 'NaN', 'None'])('%s is no valid value [LI-1]', (nothing) => {
    const said: Said[] = [
      [person, 'ON'],
      [distance, '74.62'],
      [rate, nothing],
      [rate, '17'],
      [distance, nothing],
    ]
    expect(values(said)).toEqual([
      [null, 0.7462],
      [null, 0.7462],
      [17, 0.7462],
      [17, undefined],
    ])
  })

  test('somebody of whom nothing valid is known is there all the same [LI-1] [WA-9]', () => {
    const said = listen([
      [person, 'ON'],
      [rate, '0', 100],
      [distance, 'nan', 100],
      [targets, '1', 100],
    ])
    expect(said.kinds).toEqual(['ignored', 'ignored', 'ignored', 'ignored'])
    expect(owedAt(said.node)).toBe(start + 2_000)
    expect(cutOwed(said.node, start + 2_000).outcome).toEqual({
      kind: 'reading',
      reading: { ts: start + 2_000, rr: null, dist: undefined, isThere: true },
    })
  })

  test('the binary sensor knows better than the count; the count serves where it is missing [LI-1]', () => {
    const known: Said[] = [
      [distance, '80'],
      [person, 'ON'],
      [targets, '0'],
    ]
    expect(values(known).at(-1)).toEqual([null, 0.8])
    expect(
      values([
        [distance, '80'],
        [targets, '1'],
        [targets, '0'],
      ]).at(-1),
    ).toEqual([null, null])
  })
})

describe('leaving the bed', () => {
  const present: Said[] = [
    [person, 'ON'],
    [distance, '80'],
    [rate, '17'],
  ]

  test('is told even when it comes within the second and nothing follows [LI-1]', () => {
    const { readings, kinds, ts } = listen([
      ...present,
      [person, 'OFF', 200],
      [rate, '0', 5],
      [distance, '0.00', 5],
      [targets, '0', 5],
    ])
    expect(readings.at(-1)).toEqual({ ts: start + 4_000, rr: null, dist: null })
    expect(readings.at(-1)!.ts - ts).toBeLessThan(1_000)
    expect(kinds.slice(-3)).toEqual(['ignored', 'ignored', 'ignored'])
  })

  test('takes rate and place away: they are not those of who comes next [LI-1]', () => {
    expect(values([...present, [person, 'OFF'], [person, 'ON'], [distance, '95']]).slice(-2)).toEqual([
      [null, null],
      [null, 0.95],
    ])
  })

  test('again and again within a second never runs ahead of the clock by more than one [LI-1]', () => {
    const flapping = Array.from({ length: 50 }, (_, index): Said => [person, index % 2 ? 'ON' : 'OFF', 10])
    const { readings, ts } = listen([...present, ...flapping])
    expect(readings.at(-1)!.ts - ts).toBeLessThanOrEqual(1_000)
  })
})

describe('liveness', () => {
  test('status tells it, live or stored, and silence does not [LI-7]', () => {
    const { outcomes } = listen([
      ['status', 'online', 0, 'retained'],
      ['status', 'offline', 3_600_000],
      ['status', 'online'],
    ])
    expect(outcomes).toEqual([
      { kind: 'status', online: true },
      { kind: 'status', online: false },
      { kind: 'status', online: true },
    ])
  })

  test('stored states never become readings [LI-1]', () => {
    for (const status of ['online', 'offline']) {
      const { readings } = listen([
        ['status', status, 0, 'retained'],
        [person, 'ON', 0, 'retained'],
        [rate, '17', 0, 'retained'],
        [distance, '74.62', 5_000, 'retained'],
        [targets, '1', 5_000, 'retained'],
      ])
      expect(readings).toEqual([])
    }
  })

  test('what an offline node once said is not mixed into what it says when it is back [LI-1]', () => {
    const stored: Said[] = [
      [targets, '0', 0, 'retained'],
      [rate, '17', 0, 'retained'],
      ['status', 'offline', 0, 'retained'],
      [person, 'OFF', 0, 'retained'],
    ]
    expect(values([...stored, ['status', 'online'], [distance, '80']])).toEqual([[null, 0.8]])
    expect(values([...stored, [distance, '80']])).toEqual([[null, 0.8]])
    const crashed: Said[] = [
      [person, 'OFF'],
      ['status', 'offline'],
    ]
    expect(values([...crashed, ['status', 'online'], [distance, '80']]).at(-1)).toEqual([null, 0.8])
  })

  test('stored presence of a living node counts until it is told anew [LI-1]', () => {
    const stored: Said[] = [
      [person, 'OFF', 0, 'retained'],
      ['status', 'online', 0, 'retained'],
    ]
    expect(values([...stored, [rate, '0']])).toEqual([[null, null]])
  })

  test('an emptied topic says nothing [LI-1]', () => {
    expect(
      listen([
        ['status', ''],
        [rate, ''],
        [person, '', 0, 'retained'],
      ]).kinds,
    ).toEqual(['ignored', 'ignored', 'ignored'])
  })
})

describe('renamed entities', () => {
  test.each([
    ['sensor/room_4_breathing_rate/state', '17', { rr: 17, dist: null }],
    ['sensor/Respiration/state', '17', { rr: 17, dist: null }],
    ['sensor/target_distance/state', '74.62', { rr: null, dist: 0.7462 }],
    ['sensor/bett_distance/state', '74.62', { rr: null, dist: 0.7462 }],
    ['binary_sensor/bed_occupancy/state', 'OFF', { rr: null, dist: null }],
    ['binary_sensor/has_target/state', 'OFF', { rr: null, dist: null }],
    ['sensor/people_count/state', '0', { rr: null, dist: null }],
  ])('%s is understood [LI-1]', (topic, payload, expected) => {
    expect(listen([[topic, payload]]).readings).toEqual([{ ts: start + 1_000, ...expected }])
  })
})

describe('faults', () => {
  test.each([
    [rate, '17 bpm', 'rate is not a number'],
    [rate, '81', 'rate out of bounds'],
    [rate, '-1', 'rate out of bounds'],
    [rate, 'inf', 'rate is not a number'],
    [rate, '0x10', 'rate is not a number'],
    [distance, '1000.01', 'distance out of bounds'],
    [distance, 'far', 'distance is not a number'],
    [targets, '-1', 'targets out of bounds'],
    [person, 'maybe', 'presence is neither ON nor OFF'],
    ['status', 'asleep', 'status is neither online nor offline'],
  ])('%s %s is malformed: %s [LI-1]', (topic, payload, reason) => {
    const { outcomes, node } = listen([[topic, payload]])
    expect(outcomes).toEqual([{ kind: 'malformed', reason }])
    expect(node).toEqual(newEsphomeNode)
  })

  test('whatever arrives, nothing is thrown and every reading is within the bounds [LI-1]', () => {
    const topic = fc.oneof(
      fc.string(),
      fc.constantFrom('status', person, rate, heart, distance, targets, 'sensor/breath/state'),
    )
    const payload = fc.oneof(
      fc.string(),
      fc.constantFrom('online', 'offline', 'ON', 'OFF', 'nan', 'None', '0', '17', '74.62', '1'),
      fc.double().map(String),
      fc.float({ min: 0, max: 1_100, noNaN: true }).map((value) => value.toFixed(2)),
    )
    const said = fc.record({
      topic: fc.oneof(
        fc.string(),
        topic.map((rest) => `${prefix}/${rest}`),
      ),
      payload,
      retained: fc.boolean(),
      after: fc.integer({ min: -5_000, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.array(said, { maxLength: 40 }), (messages) => {
        let node = newEsphomeNode
        let ts = start
        for (const { after, ...message } of messages) {
          ts += after
          const translation = translateEsphome(node, prefix, { ...message, ts })
          node = translation.node
          if (translation.outcome.kind !== 'reading') continue
          expect(message.retained).toBe(false)
          const { reading } = translation.outcome
          expect(Math.abs(reading.ts - ts)).toBeLessThanOrEqual(1_000)
          expect(reading.rr === null || (reading.rr > 0 && reading.rr <= telemetryLimits.rr[1])).toBe(true)
          expect(
            (reading.dist ?? null) === null || (reading.dist! > 0 && reading.dist! <= telemetryLimits.dist[1]),
          ).toBe(true)
        }
      }),
    )
  })
})
