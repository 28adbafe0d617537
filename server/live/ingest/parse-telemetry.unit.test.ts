import { telemetryLimits } from '@eupnea/contract/live.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseTelemetry } from './parse-telemetry.ts'

const now = 1_795_000_000_000
const parse = (value: unknown) =>
  parseTelemetry(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), now)
const reading = { ts: now, rr: 16.5, dist: 0.9 }

it('takes one reading and arrays of them [LI-1]', () => {
  expect(parse(reading)).toEqual({ readings: [reading], refused: [], aheadMs: null })
  expect(parse([reading, { ...reading, ts: now - 1_000, rr: null, dist: null }]).readings).toHaveLength(2)
  expect(parse({ ts: now, wave: { hz: 20, samples: [1, 2] } }).readings).toEqual([
    { ts: now, rr: null, wave: { hz: 20, samples: [1, 2] } },
  ])
})

it('names what it refuses [LI-1] [AP-3]', () => {
  const cases: [unknown, string][] = [
    ['{', 'not_json'],
    ['{"ts":NaN}', 'not_json'],
    ['', 'not_json'],
    [7, 'not_a_reading'],
    [null, 'not_a_reading'],
    [[], 'empty_message'],
    [{ ts: now }, 'not_a_reading'],
    [{ rr: 16 }, 'ts_missing'],
    [{ ...reading, ts: '1' }, 'ts_missing'],
    [{ ...reading, ts: now + telemetryLimits.aheadMs + 1 }, 'ts_in_future'],
    [{ ...reading, ts: now - telemetryLimits.behindMs - 1 }, 'ts_too_old'],
    [{ ...reading, rr: '16' }, 'rr_not_a_number'],
    [{ ...reading, rr: 81 }, 'rr_out_of_range'],
    [{ ...reading, rr: -1 }, 'rr_out_of_range'],
    [{ ...reading, dist: {} }, 'dist_not_a_number'],
    [{ ...reading, dist: 10.1 }, 'dist_out_of_range'],
    [{ ...reading, wave: 1 }, 'wave_malformed'],
    [{ ...reading, wave: { hz: 0.5, samples: [1] } }, 'wave_malformed'],
    [{ ...reading, wave: { hz: 10, samples: [] } }, 'wave_malformed'],
    [{ ...reading, wave: { hz: 10, samples: [1, null] } }, 'wave_malformed'],
    [{ ...reading, wave: { hz: 10, samples: new Array(601).fill(0) } }, 'wave_too_long'],
    [new Array(3_601).fill(reading), 'too_many_readings'],
    [' '.repeat(telemetryLimits.payloadBytes + 1), 'payload_too_large'],
  ]
  for (const [value, reason] of cases)
    expect(parse(value)).toEqual({
      readings: [],
      refused: [reason],
      aheadMs:
        reason === 'ts_in_future'
          ? telemetryLimits.aheadMs + 1
          : reason === 'ts_too_old'
            ? -telemetryLimits.behindMs - 1
            : null,
    })
})

it('refuses what is not UTF-8, also where nothing is read from it [LI-1] [AP-3]', () => {
  const damaged = Buffer.from(`{"ts":${now},"rr":16,"dist":1,"who":"caf\xe9"}`, 'latin1')
  expect(parseTelemetry(damaged, now)).toEqual({ readings: [], refused: ['not_json'], aheadMs: null })
  expect(parse({ ...reading, who: 'café' }).readings).toEqual([reading])
})

it('keeps the good readings beside the bad ones [LI-1]', () => {
  const { readings, refused } = parse([reading, { ...reading, rr: 99 }, { ...reading, ts: now - 5_000 }, 'x'])
  expect(readings.map(({ ts }) => ts)).toEqual([now, now - 5_000])
  expect(refused).toEqual(['rr_out_of_range', 'not_a_reading'])
})

it('never throws, and lets through only what the contract allows [LI-1]', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => Buffer.from(JSON.stringify(value)))
  const near = fc
    .record(
      {
        ts: fc.oneof(fc.constant(now), fc.double(), fc.string(), fc.constant(null)),
        rr: fc.oneof(fc.double(), fc.constant(null), fc.string()),
        dist: fc.oneof(fc.double(), fc.constant(null), fc.object()),
        wave: fc.oneof(
          fc.constant(undefined),
          fc.record({ hz: fc.double(), samples: fc.array(fc.double()) }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => Buffer.from(JSON.stringify(value) ?? ''))
  fc.assert(
    fc.property(fc.oneof(bytes, json, near), (payload) => {
      for (const { ts, rr, dist = null, wave } of parseTelemetry(payload, now).readings) {
        expect(Number.isInteger(ts)).toBe(true)
        if (rr !== null) expect(rr >= 0 && rr <= 80).toBe(true)
        if (dist !== null) expect(dist >= 0 && dist <= 10).toBe(true)
        if (wave) expect(wave.samples.every(Number.isFinite)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})
