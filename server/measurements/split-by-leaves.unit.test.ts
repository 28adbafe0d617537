import { expect, it } from 'vitest'
import { splitByLeaves } from './split-by-leaves.ts'

const at = (time: string) => Temporal.Instant.from(`2026-04-01T${time}Z`)
const period = (since: string, until: string) => ({ since: at(since), until: at(until) })
const shown = (leaves: readonly ReturnType<typeof period>[]) =>
  splitByLeaves(period('08:00', '12:00'), leaves).map(
    ({ since, until, isAway }) => `${since.toString().slice(11, 16)}–${until.toString().slice(11, 16)} ${isAway}`,
  )

it('leaves whole what no leave touches [PL-6]', () => {
  expect(shown([])).toEqual(['08:00–12:00 false'])
  expect(shown([period('06:00', '08:00'), period('12:00', '13:00')])).toEqual(['08:00–12:00 false'])
})

it('cuts leaves out, in whole minutes and in any order [PL-6]', () => {
  expect(shown([period('11:00', '14:00'), period('09:00:30', '10:00')])).toEqual([
    '08:00–09:00 false',
    '09:00–10:00 true',
    '10:00–11:00 false',
    '11:00–12:00 true',
  ])
  expect(shown([period('06:00', '14:00')])).toEqual(['08:00–12:00 true'])
})
