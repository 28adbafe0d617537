import type { NightSummary } from '@eupnea/contract/members.ts'
import { expect, it } from 'vitest'
import { hoursText, leadText, nightSentences } from './night-words.ts'

const night: NightSummary = {
  ...{ date: '2026-11-20', hours: 18, hours_measured: 18 },
  in_bed: { hours: 7.8, usual: 8, compared: 'usual' },
  ups: { times: 2, usual: 1, compared: 'usual' },
  rate: { mean: 15.2, usual: { low: 14, high: 17 }, compared: 'usual' },
}

it('says a usual night in plain words [EA-7]', () => {
  expect([leadText(night), ...nightSentences(night)]).toEqual([
    'A night much like your others.',
    'You were in bed for 7 h 48 min, about as long as usual.',
    'You got up 2 times, which is usual for you.',
    'You took about 15 breaths a minute. 14 to 17 is usual for you.',
  ])
})

it('says what was different without judging it [EA-7]', () => {
  const other: NightSummary = {
    ...night,
    in_bed: { hours: 6, usual: 8, compared: 'less' },
    ups: { times: 0, usual: 2, compared: 'less' },
    rate: { mean: 19, usual: { low: 14, high: 17 }, compared: 'more' },
  }
  expect([leadText(other), ...nightSentences(other)]).toEqual([
    'A little different from your other nights.',
    'You were in bed for 6 h, about 2 h less than usual.',
    'You didn’t get up. You usually do.',
    'You took about 19 breaths a minute, more than your usual 14 to 17.',
  ])
  expect(leadText({ ...night, rate: other.rate })).toBe('Mostly like your other nights.')
})

it('says nothing of getting up where nobody knows [EA-7] [WA-9]', () => {
  expect([leadText({ ...night, ups: null }), ...nightSentences({ ...night, ups: null })]).toEqual([
    'A night much like your others.',
    'You were in bed for 7 h 48 min, about as long as usual.',
    'You took about 15 breaths a minute. 14 to 17 is usual for you.',
  ])
})

it('says what is missing, and when it cannot compare [EA-7]', () => {
  const first: NightSummary = {
    ...{ date: '2026-11-20', hours: 18, hours_measured: 14.5 },
    in_bed: { hours: 7.5, usual: null, compared: null },
    ups: { times: 1, usual: null, compared: null },
    rate: { mean: null, usual: null, compared: null },
  }
  expect(leadText(first)).toBeNull()
  expect(nightSentences(first)).toEqual([
    'You were in bed for 7 h 30 min.',
    'You got up once.',
    'The sensor couldn’t measure your breathing this night.',
    'The sensor has no data for 3 h 30 min of this night.',
    'Once more nights have been measured, you’ll see here how they compare.',
  ])
  const half = { ...first, hours_measured: 9, ups: null }
  expect(nightSentences(half).slice(-2)).toEqual([
    'The sensor has no data for 9 h of this night.',
    'Too little of this night was measured to compare it with your others.',
  ])
  const away = { ...first, in_bed: { ...first.in_bed, hours: 0 } }
  expect(nightSentences(away)[0]).toBe('The sensor didn’t see you in bed this night.')
})

it('says hours to the tenth that charts show [EA-7]', () => {
  expect([0.65, 0.99, 7.96, 9.37].map(hoursText)).toEqual(['42 min', '1 h', '8 h', '9 h 24 min'])
})
