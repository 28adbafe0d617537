import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import type { Raise } from '../bed/bed-event.ts'
import { textOf } from './notification-texts.ts'

const raised = (at: number): Raise => ({
  ...{ effect: 'raise', kind: 'silent', direction: null, severity: 'warning', at, rr: null, note: null, aheadMs: null },
})

it('says of how many minutes a rate is the mean [AL-2]', () => {
  const told = { plan: defaultPlan, tz: 'UTC', locale: 'en-GB', lateMs: 0 }
  const low: Raise = { ...raised(0), kind: 'episode', direction: 'low', severity: 'danger', rr: 6 }
  expect(textOf(low, told).description).toBe('10-minute average: 6 BrPM (extremely low is 8 or less)')
  const short = textOf({ ...low, note: 'two_minutes' }, told)
  expect(short.title).toBe('Extremely Low Respiratory')
  expect(short.description).toBe('2-minute average: 6 BrPM (extremely low is 8 or less)')
  const late = textOf({ ...low, note: 'two_minutes' }, { ...told, lateMs: 3_600_000 })
  expect(late.description).toContain('2-minute average (received 60 min late)')
})

it('says which limit a rate has reached, also when it is exactly at it [AL-1] [AL-2]', () => {
  const said = (rr: number) => {
    const raise: Raise = { ...raised(0), kind: 'episode', direction: rr < 17 ? 'low' : 'high', rr }
    return textOf(raise, { plan: defaultPlan, tz: 'UTC', locale: 'en-GB', lateMs: 0 }).description
  }
  expect([12, 22, 30, 30.4].map(said)).toEqual([
    '10-minute average: 12 BrPM (low is 12 or less)',
    '10-minute average: 22 BrPM (high is 22 or more)',
    '10-minute average: 30 BrPM (high is 22 or more)',
    '10-minute average: 30.4 BrPM (extremely high is more than 30)',
  ])
})

it('says how far a clock is off, to the minute, or in days [WA-6]', () => {
  const told = { plan: defaultPlan, tz: 'UTC', locale: 'en-GB', lateMs: 0 }
  const clock = (aheadMs: number) => textOf({ ...raised(0), kind: 'clock', aheadMs }, told).description
  expect(clock(599_700)).toContain('10 min ahead')
  expect(clock(-599_700)).toContain('10 min behind')
  expect(clock(-20_786.5 * 86_400_000)).toContain('20786 days behind')
})

it('says since when a sensor is silent, and for how long where the time could be taken for today’s [WA-5]', () => {
  const hour = 3_600_000
  const now = Date.UTC(2026, 4, 1, 20)
  const said = (lateMs: number, locale = 'en-GB') =>
    textOf(raised(now - lateMs), { plan: defaultPlan, tz: 'UTC', locale, lateMs }).description
  expect(said(hour)).toContain('since 19:00')
  // As the facility writes times.
  expect(said(hour, 'en-US')).toMatch(/since 7:00\sPM/)
  expect(said(21 * 24 * hour)).toContain('for more than 21 days')
})

it('says since when somebody should be up, as the facility writes times [WA-11]', () => {
  const plan = { ...defaultPlan, still_in_bed: '09:30' }
  const said = (locale: string) =>
    textOf({ ...raised(0), kind: 'still_in_bed' }, { plan, tz: 'UTC', locale, lateMs: 0 }).description
  expect([said('en-GB'), said('en-US')]).toEqual(['Still in bed after 09:30.', 'Still in bed after 9:30 AM.'])
})
