import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, newBed } from '../bed/bed.ts'
import { silentBeds } from './silent-beds.ts'

const minute = 60_000
const silentSince = (no: number, since: number | null): Bed => ({
  ...newBed(placeWith({ no, id: `d${no}`, residentId: `r${no}` }), defaultBaseline),
  signal: since === null ? { state: 'ok', since: 0, note: null } : { state: 'silent', since, note: null },
})

function house() {
  const open = new Set<string>()
  const deaf = new Set<string>()
  return {
    open,
    deaf,
    outages: {
      open: async () => ({ sensors: open, readings: deaf }),
      begin: async (clinicId: string) => void open.add(clinicId),
      end: async (clinicId: string) => void open.delete(clinicId),
      watched: async () => {},
    },
  }
}

const judge = async (beds: readonly Bed[], now: number, { outages }: ReturnType<typeof house>) =>
  (await silentBeds(beds, { now, listeningSince: 0, quietMs: 3 * minute, outages })).map(({ place }) => place.no)

it('tells each of few silent beds after its time [WA-5]', async () => {
  const beds = [silentSince(1, 10 * minute), ...[2, 3, 4, 5].map((no) => silentSince(no, null))]
  const one = house()
  expect(await judge(beds, 13.5 * minute - 1, one)).toEqual([])
  expect(await judge(beds, 13.5 * minute, one)).toEqual([1])
  expect(one.open.size).toBe(0)
})

it('tells a facility once whose beds fall silent together, and each that is silent still at its end [WA-5]', async () => {
  const since = 10 * minute
  const all = [1, 2, 3, 4, 5]
  const silent = all.map((no) => silentSince(no, no <= 3 ? since + no * 20_000 : null))
  const one = house()
  expect(await judge(silent, since + 6 * minute, one)).toEqual([])
  expect([...one.open]).toEqual(['c'])
  const two = all.map((no) => silentSince(no, no === 2 ? since + 40_000 : null))
  expect(await judge(two, since + 8 * minute, one)).toEqual([2])
  expect(one.open.size).toBe(0)
})

it('takes beds for one only if at least three fall silent within two minutes [WA-5]', async () => {
  const since = 10 * minute
  const isOne = async (beds: number, silent: number, apart: number) => {
    const one = house()
    const all = Array.from({ length: beds }, (_, no) =>
      silentSince(no, no < silent ? since + (no === 0 ? 0 : apart) : null),
    )
    const told = await judge(all, since + 8 * minute, one)
    expect(told.length).toBe(one.open.size > 0 ? 0 : silent)
    return one.open.size > 0
  }
  expect(await isOne(5, 3, 2 * minute)).toBe(true)
  expect(await isOne(5, 3, 2 * minute + 1)).toBe(false)
  expect(await isOne(3, 3, minute)).toBe(true)
  expect(await isOne(3, 2, minute)).toBe(false)
  expect(await isOne(2, 2, minute)).toBe(false)
  expect(await isOne(6, 3, minute)).toBe(false)
})

it('tells a bed that falls silent while most are, and not each of those nor of a facility that is not heard [WA-5]', async () => {
  const since = 10 * minute
  const most = [1, 2, 3].map((no) => silentSince(no, since))
  const one = house()
  expect(await judge([...most, silentSince(4, null), silentSince(5, null)], since + 6 * minute, one)).toEqual([])
  const later = [...most, silentSince(4, since + 60 * minute), silentSince(5, null)]
  expect(await judge(later, since + 66 * minute, one)).toEqual([4])
  expect([...one.open]).toEqual(['c'])
  one.deaf.add('c')
  expect(await judge(later, since + 66 * minute, one)).toEqual([])
})

it('ends what was said of a facility when it watches too few beds for it [WA-5]', async () => {
  const one = house()
  one.open.add('c')
  await judge([silentSince(1, null), silentSince(2, null)], 20 * minute, one)
  expect(one.open.size).toBe(0)
  one.open.add('c')
  await judge([], 20 * minute, one)
  expect(one.open.size).toBe(0)
})

it('gives beds that fall silent together their time, though another one has been silent for longer [WA-5]', async () => {
  const since = 10 * minute
  const beds = [
    silentSince(1, since - 3 * minute),
    ...[2, 3, 4].map((no) => silentSince(no, since)),
    silentSince(5, null),
  ]
  const one = house()
  expect(await judge(beds, since + minute, one)).toEqual([1])
  expect(one.open.size).toBe(0)
  expect(await judge(beds, since + 4 * minute, one)).toEqual([1])
  expect([...one.open]).toEqual(['c'])
})
