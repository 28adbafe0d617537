import { defaultLocale, setPageLocale } from '@eupnea/texts/locale.ts'
import { expect, it, vi } from 'vitest'
import { browserDay, endOfDay, instantIn, instantOfLocal, nextTime, startOfDay, timeIn } from './local-time.ts'

it('turns what a datetime field holds into an instant, and half a date into nothing [AP-5]', () => {
  const local = '2026-11-20T03:12'
  expect(instantOfLocal(local)).toBe(new Date(2026, 10, 20, 3, 12).toISOString())
  for (const half of ['', '2026-11', '2026-11-20', '2026-13-40T03:12', 'yesterday'])
    expect(instantOfLocal(half)).toBeUndefined()
})

it('today is the day of the place where somebody works, not yet or no longer that of UTC [PR-1]', () => {
  const { TZ } = process.env
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T01:30:00Z') })
  try {
    process.env.TZ = 'America/New_York'
    expect(browserDay()).toBe('2026-11-20')
    process.env.TZ = 'Pacific/Kiritimati'
    expect(browserDay()).toBe('2026-11-21')
  } finally {
    vi.useRealTimers()
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  }
})

it.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00', '2026-11-21T00:00'],
  ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00', '2026-11-20T10:00'],
  ['2026-12-31', 'Pacific/Pago_Pago', '2026-12-31T11:00', '2027-01-01T11:00'],
  ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15', '2026-11-20T18:15'],
  // Days of 23 and 25 hours.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00', '2026-03-29T22:00'],
  ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00', '2026-04-05T12:00'],
  // The clock goes forward at midnight: the day starts at one.
  ['2024-09-08', 'America/Santiago', '2024-09-08T04:00', '2024-09-09T03:00'],
])('%s in %s is from %s to %s UTC [AL-3]', (day, zone, start, end) => {
  expect(startOfDay(day, zone)).toBe(`${start}:00.000Z`)
  expect(endOfDay(day, zone)).toBe(`${end}:00.000Z`)
})

it('makes no day of half a date [AL-3]', () => {
  for (const half of ['', '2026-11', '2026-13-40', '2026-11-20T03:12', 'yesterday'])
    expect([startOfDay(half, 'UTC'), endOfDay(half, 'UTC')]).toEqual([undefined, undefined])
})

it('finds a time of a day in a zone, whatever the format of the page [WA-13] [HO-1]', () => {
  for (const locale of [defaultLocale, 'en-US']) {
    setPageLocale(locale)
    expect(instantIn('2026-11-20', '19:00', 'Europe/Berlin')).toBe('2026-11-20T18:00:00.000Z')
    expect(instantIn('2026-11-20', '07:00', 'Europe/Berlin')).toBe('2026-11-20T06:00:00.000Z')
    // The clock skips it: the next that it shows.
    expect(instantIn('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  }
  setPageLocale(defaultLocale)
})

it.each([
  ['2026-10-25', '02:00', 'Europe/Vienna', '2026-10-25T00:00', '2026-10-25T01:00'],
  ['2026-10-25', '02:30', 'Europe/Vienna', '2026-10-25T00:30', '2026-10-25T01:30'],
  ['2026-11-01', '01:50', 'America/New_York', '2026-11-01T05:50', '2026-11-01T06:50'],
  ['2026-11-01', '01:30', 'America/St_Johns', '2026-11-01T04:00', '2026-11-01T05:00'],
  ['2027-04-04', '01:45', 'Australia/Lord_Howe', '2027-04-03T14:45', '2027-04-03T15:15'],
])('%s %s in %s comes twice: the one that is meant, or else the first [PL-6] [HO-1]', (day, time, zone, ...both) => {
  const [first, second] = both.map((instant) => `${instant}:00.000Z`)
  expect(instantIn(day, time, zone)).toBe(first)
  expect(instantIn(day, time, zone, `${both[0]}:05Z`)).toBe(first)
  expect(instantIn(day, time, zone, second)).toBe(second)
})

it('finds the next time over midnight and a change of clocks [AN-6] [AN-7]', () => {
  const next = (time: string, at: string, zone = 'Europe/Berlin') => nextTime(time, Date.parse(at), zone)
  expect(next('07:00', '2026-11-23T22:00:00Z')).toBe('2026-11-24T06:00:00.000Z')
  expect(next('23:30', '2026-11-23T22:00:00Z')).toBe('2026-11-23T22:30:00.000Z')
  expect(next('', '2026-11-23T22:00:00Z')).toBeUndefined()
  // At 22:00 and at 23:30 before a day of 23 hours.
  expect(next('07:00', '2027-03-27T21:00:00Z')).toBe('2027-03-28T05:00:00.000Z')
  expect(next('07:00', '2027-03-27T22:30:00Z')).toBe('2027-03-28T05:00:00.000Z')
  expect(next('07:00', '2027-03-14T04:30:00Z', 'America/New_York')).toBe('2027-03-14T11:00:00.000Z')
  // At 00:30 of a day of 25 hours, and in the hour that comes twice.
  expect(next('00:15', '2026-10-24T22:30:00Z')).toBe('2026-10-25T23:15:00.000Z')
  expect(next('02:20', '2026-10-25T00:50:00Z')).toBe('2026-10-25T01:20:00.000Z')
  expect(next('02:20', '2026-10-25T01:50:00Z')).toBe('2026-10-26T01:20:00.000Z')
  expect(next('07:00', '2027-12-31T22:30:00Z')).toBe('2028-01-01T06:00:00.000Z')
})

it('a time field gets two digits each, also where the page writes 2:05 am [SH-21]', () => {
  setPageLocale('en-AU')
  expect(timeIn('Australia/Adelaide', '2026-11-28T15:35:00Z')).toBe('02:05')
  expect(timeIn('Australia/Adelaide', Date.parse('2026-11-28T04:30:00Z'))).toBe('15:00')
  setPageLocale(defaultLocale)
})
