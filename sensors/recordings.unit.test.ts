import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followRate, noTracker } from '@eupnea/contract/rules/follow-rate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecording } from './recordings.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eupnea-recordings-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const rateOf = (samples: ArrayLike<number>, hz: number) => followRate(noTracker, { end: 0, hz, samples }).estimate.rr

/** 15 breaths a minute. */
const breath = (second: number) => Math.sin((Math.PI * second) / 2)
const rows = (count: number, row: (i: number) => readonly (number | string)[], separator = ',') =>
  Array.from({ length: count }, (_, i) => row(i).join(separator)).join('\n')

function npy(values: readonly number[], type = '<f8', shape = `(${values.length},)`, version = 1): Buffer {
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': ${shape}, }`
  const lengthBytes = version === 1 ? 2 : 4
  const header = Buffer.from(`${text.padEnd(119 - lengthBytes)}\n`)
  const length = Buffer.alloc(lengthBytes)
  length.writeUIntLE(header.length, 0, lengthBytes)
  const data = type.endsWith('8') ? Float64Array.from(values) : Float32Array.from(values)
  const bytes = Buffer.from(data.buffer)
  if (type.startsWith('>')) type.endsWith('8') ? bytes.swap64() : bytes.swap32()
  return Buffer.concat([Buffer.from(`\x93NUMPY${String.fromCharCode(version)}\0`, 'latin1'), length, header, bytes])
}

describe('recordings', () => {
  it('of a depth camera come evenly spaced, with dropped frames bridged and interruptions left open [LI-10]', async () => {
    const frames = Array.from({ length: 15 * 30 }, (_, i) => i / 15)
      .filter((second) => !(second > 4 && second < 4.4))
      .filter((second) => !(second > 12 && second < 15))
    const text = `timestamp,displacement\n${frames.map((second) => `${second * 1_000},${breath(second)}`).join('\n')}\n`
    const { name, hz, samples } = await readRecording(await file('10bpm_1m.csv', text), { hz: 15 })
    expect({ name, hz }).toEqual({ name: '10bpm_1m', hz: 15 })
    expect(samples).toBeInstanceOf(Float32Array)
    expect(samples.length).toBe(15 * 30)
    expect(samples[63]).toBeCloseTo(breath(63 / 15), 1)
    expect(samples.findIndex(Number.isNaN)).toBe(181)
    expect(samples.filter(Number.isNaN).length).toBe(44)
    expect(samples[15 * 20]).toBeCloseTo(breath(20), 2)
  })

  it('of BIDMC give RESP, its times in seconds and rounded as they are [LI-10]', async () => {
    const text = `Time [s], PLETH, RESP, V\n${rows(125 * 40, (i) => [(80 + i / 125).toPrecision(5), 0.4, breath(i / 125), 1])}`
    const { samples } = await readRecording(await file('bidmc_01_Signals.csv', text), { hz: 25 })
    expect(samples.length).toBe(25 * 40)
    expect(Math.max(...samples.map((sample, i) => Math.abs(sample - breath(i / 25))))).toBeLessThan(0.05)
    const pleth = await readRecording(join(folder, 'bidmc_01_Signals.csv'), { column: 'PLETH' })
    expect(pleth.samples[100]).toBeCloseTo(0.4)
  })

  it.each([
    ['<f8', 1],
    ['<f4', 1],
    ['>f8', 2],
    ['>f4', 3],
  ])('of numpy, %s in format %d, know their rate by name [LI-10]', async (type, version) => {
    const values = Array.from({ length: 60 * 20 }, (_, i) => breath(i / 60))
    const path = await file('resp4_CO2.npy', npy(values, type, undefined, version))
    const { samples, hz } = await readRecording(path)
    expect(hz).toBe(20)
    expect(samples.length).toBe(20 * 20)
    expect(samples[210]).toBeCloseTo(breath(10.5), 1)
    expect(rateOf(samples, hz)).toBeCloseTo(15, 0)
  })

  it.each([
    ['seconds, by their step', rows(200, (i) => [i / 20, breath(i / 20)])],
    [
      'seconds, by name',
      `time_s;volt\n${rows(200, (i) => [i / 20, breath(i / 20)].map((v) => String(v).replace('.', ',')), ';')}`,
    ],
    ['milliseconds, by their step', rows(200, (i) => [i * 50, breath(i / 20)], '\t')],
    ['milliseconds, by name', `t (ms),x\r\n${rows(200, (i) => [i * 50, breath(i / 20)])}\r\n`],
  ] as const)('of two columns are understood: %s [LI-10]', async (_, text) => {
    const { samples } = await readRecording(await file('generic.csv', `\uFEFF${text}`))
    expect(samples.length).toBe(200)
    expect(samples[50]).toBeCloseTo(breath(2.5), 3)
  })

  it('lose what is too fast for the new rate instead of folding it into breathing [LI-10]', async () => {
    const hum = (second: number) => 5 * Math.sin(2 * Math.PI * 50.3 * second)
    const values = Array.from({ length: 30_000 }, (_, i) => breath(i / 1_000) + hum(i / 1_000))
    const { samples } = await readRecording(await file('resp3_belt.npy', npy(values)), { hz: 10 })
    const errors = samples.map((sample, i) => Math.abs(sample - breath(i / 10))).subarray(2, -2)
    expect(Math.max(...errors)).toBeLessThan(0.1)
  })

  it('may be sparser than the wanted rate [LI-10]', async () => {
    const { samples } = await readRecording(
      await file(
        'slow.csv',
        rows(100, (i) => [i / 5, breath(i / 5)]),
      ),
      { hz: 50 },
    )
    expect(samples.length).toBe(991)
    expect(samples[115]).toBeCloseTo(breath(2.3), 1)
  })

  it('may miss single values [LI-10]', async () => {
    const text = rows(200, (i) => [i / 20, i === 77 ? '' : i === 120 ? 'nan' : breath(i / 20)])
    const { samples } = await readRecording(await file('gaps.csv', text))
    expect(samples[77]).toBeCloseTo(breath(77 / 20), 1)
  })
})

describe('a bad file is refused by name', () => {
  const good = rows(50, (i) => [i / 20, i])
  it.each<[string, string, string | Buffer, Parameters<typeof readRecording>[1], RegExp]>([
    ['empty', 'a.csv', '\n\n', {}, /a\.csv: is empty/],
    ['one column', 'a.csv', '1\n2\n3', {}, /a\.csv: has no columns/],
    ['only headings', 'a.csv', 'time,value\n', {}, /fewer than two samples/],
    ['words', 'a.csv', 'time_s,x\n0,1\n0.1,broken\n', {}, /line 3 has no number but “broken”/],
    ['no time', 'a.csv', 'time_s,x\n0,1\n,2\n', {}, /line 3 has no time/],
    ['time backwards', 'a.csv', 'time_s,x\n0,1\n0.2,2\n0.1,3\n', {}, /time runs backwards in line 4/],
    ['coarse times', 'a.csv', `time_s,x\n${rows(90, (i) => [Math.floor(i / 30), i])}`, {}, /times too coarsely/],
    [
      'one value in two seconds',
      'a.csv',
      `time_s,x\n${rows(90, (i) => [i * 2, i])}`,
      {},
      /less than one sample a second/,
    ],
    ['s or ms', 'a.csv', rows(50, (i) => [2 * i, i]), {}, /does not tell whether its time is in s or ms/],
    ['unknown column', 'a.csv', good, { column: 'RESP' }, /has no column “RESP”/],
    ['a rate out of range', 'a.csv', good, { hz: 200 }, /1 to 100 samples a second, not 200/],
    ['numpy without a rate', 'mine.npy', npy([1, 2, 3]), {}, /mine\.npy: holds no times/],
    ['no numpy', 'resp1_airflow.npy', 'hello, this is text', {}, /is not a numpy file/],
    ['two dimensions', 'resp1_airflow.npy', npy([1, 2, 3, 4], '<f8', '(2, 2)'), {}, /one-dimensional/],
    ['integers', 'resp1_airflow.npy', npy([1, 2], '<i8'), {}, /holds <i8, not floats/],
    ['cut off', 'resp1_airflow.npy', npy([1, 2, 3]).subarray(0, -4), {}, /ends before its last sample/],
    ['no rate', 'resp1_airflow.npy', npy([1, 2, 3]), { sourceHz: 0 }, /0 is no rate/],
  ])('%s [LI-10]', async (_, name, content, options, message) => {
    await expect(readRecording(await file(name, content), options)).rejects.toThrow(message)
  })

  it('missing [LI-10]', async () => {
    await expect(readRecording(join(folder, 'nowhere.csv'))).rejects.toThrow(/ENOENT/)
  })
})

const recordings = join(import.meta.dirname, '../../shared/data/respiration')
const absent = existsSync(recordings) ? '' : ' — skipped: ../shared/data/respiration is absent'

describe.skipIf(absent !== '')(`people's recordings${absent}`, () => {
  it('give the paced rate of sitting people to a depth camera at 1 and 2 m [LI-10]', async () => {
    const camera = join(recordings, 'depthcam_belt')
    const files = (await readdir(camera)).filter((name) => /^\d+bpm_[12]m_.*_C\.csv$/.test(name))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) {
      const { samples, hz } = await readRecording(join(camera, name))
      expect(Math.abs(rateOf(samples, hz)! - Number.parseInt(name, 10)), name).toBeLessThan(0.3)
    }
  })

  it('are read whole: airflow, belt, CO2 and impedance [LI-10]', async () => {
    const seconds = { resp1_airflow: 300, resp2_airflow: 611, resp3_belt: 300, resp4_CO2: 312 }
    for (const [name, length] of Object.entries(seconds)) {
      const { samples, hz } = await readRecording(join(recordings, 'physio', `${name}.npy`))
      expect(Math.floor(samples.length / hz), name).toBe(length)
      expect(samples.every(Number.isFinite), name).toBe(true)
    }
    const { samples, hz } = await readRecording(join(recordings, 'bidmc/bidmc_01_Signals.csv'))
    expect(Math.floor(samples.length / hz)).toBe(480)
  })
})
