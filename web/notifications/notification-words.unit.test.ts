import { endReasons } from '@eupnea/contract/notification-kinds.ts'
import { snoozeLimits } from '@eupnea/contract/notifications.ts'
import { expect, it } from 'vitest'
import {
  addedText,
  notificationName,
  snoozeChoices,
  snoozeEnd,
  snoozeText,
  stateText,
  whomText,
} from './notification-words.ts'

const zone = 'Europe/London'
const at = '2020-01-02T03:12:00Z'
const open = { state: 'open', acknowledged: null, snoozed: null, ended_at: null, end_reason: null } as const

it('names the room before the resident, and nobody for the facility itself [AL-3]', () => {
  const ada = { first_name: 'Ada', last_name: 'Byron', preferred_name: '' }
  expect(whomText({ ...ada, room: '12' })).toBe('Room 12 · Ada Byron')
  expect(whomText({ ...ada, room: '' })).toBe('Ada Byron')
  expect(whomText({ ...ada, preferred_name: 'Addie', room: '12' })).toBe('Room 12 · Ada “Addie” Byron')
  expect(whomText({ first_name: null, last_name: null, preferred_name: null, room: null })).toBe('')
  expect(notificationName({ title: 'High Respiratory', room: '12' })).toBe('High Respiratory, room 12')
})

it('says where a notification stands, and who said so [AL-7]', () => {
  expect(stateText(open, zone)).toBe('Open')
  expect(stateText({ ...open, state: 'acknowledged', acknowledged: { by: 'Grace', at } }, zone)).toBe(
    'Acknowledged by Grace, 2 Jan 2020, 03:12',
  )
  expect(stateText({ ...open, state: 'snoozed', snoozed: { by: 'Grace', until: at } }, zone)).toBe(
    'Snoozed until 2 Jan 2020, 03:12 by Grace',
  )
  expect(stateText({ ...open, state: 'ended', ended_at: at }, zone)).toBe('Ended 2 Jan 2020, 03:12')
})

it('says why it ended [AL-2] [WA-4] [PL-3]', () => {
  const ended = { ...open, state: 'ended', ended_at: at } as const
  const reason = (end_reason: (typeof endReasons)[number]) => stateText({ ...ended, end_reason }, zone)
  expect(reason('left_bed')).toBe('Ended 2 Jan 2020, 03:12: left bed')
  expect(reason('sensor_stuck')).toBe('Ended 2 Jan 2020, 03:12: sensor stuck')
  expect(reason('plan_changed')).toBe('Ended 2 Jan 2020, 03:12: plan changed')
  for (const one of endReasons) expect(reason(one)).toMatch(/^Ended 2 Jan 2020, 03:12: [a-z ]+$/)
})

it('says of a notification what is special about it [WA-7] [WA-8] [AL-2]', () => {
  const plain = { is_late: false, times: null, raised_at: at, not_measured_since: null }
  expect(addedText(plain, zone)).toBe('')
  expect(addedText({ ...plain, is_late: true }, zone)).toBe('Received late')
  expect(addedText({ ...plain, not_measured_since: at }, zone)).toBe('Not measured since 2 Jan 2020, 03:12')
  expect(addedText({ ...plain, times: 5 }, zone)).toBe('5 times that day')
  expect(addedText({ ...plain, times: 5, raised_at: new Date().toISOString() }, zone)).toBe('5 times today')
})

it('offers to snooze from the least to the most that is allowed [AL-7] [AN-6]', () => {
  expect(snoozeChoices.warning[0]).toBe(snoozeLimits.least)
  expect(snoozeChoices.warning.at(-1)).toBe(snoozeLimits.most)
  expect(snoozeChoices.danger.at(-1)).toBe(snoozeLimits.mostOfDanger)
  expect(snoozeChoices.warning.map(snoozeText)).toEqual(['15 minutes', '30 minutes', '1 hour', '4 hours', '12 hours'])
})

it('snoozes until the clock of the facility next shows a time, within what the severity allows [AN-6]', () => {
  const at = Date.parse('2026-01-02T22:00:00Z')
  const end = (time: string, severity: 'warning' | 'danger' = 'warning') =>
    snoozeEnd(time, 'Europe/Berlin', severity, at)
  expect(end('23:10')).toBe('2026-01-02T22:10:00.000Z')
  expect(end('06:30')).toBe('2026-01-03T05:30:00.000Z')
  expect(end('22:59')).toBeNull()
  expect(end('')).toBeNull()
  expect(end('23:30', 'danger')).toBe('2026-01-02T22:30:00.000Z')
  expect(end('23:31', 'danger')).toBeNull()
})
