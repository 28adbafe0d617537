import type { Note } from '@eupnea/contract/notes.ts'
import type { Notification } from '@eupnea/contract/notifications.ts'
import { expect, it } from 'vitest'
import { eventsOf } from './resident-events.ts'

it('puts notifications, who took them on, notes and flags on one line of time, newest first [VI-1]', () => {
  const notification = { id: 'n', title: 'High', description: '25 BrPM', severity: 'warning' } as Notification
  const events = eventsOf({
    notifications: [
      {
        ...notification,
        raised_at: '2026-11-20T02:30:00Z',
        acknowledged: { by: 'Ada Byron', at: '2026-11-20T02:41:00Z' },
      },
      { ...notification, id: 'o', raised_at: '2026-11-19T02:30:00Z', acknowledged: null },
    ],
    notes: [{ note_id: 'a', created_at: '2026-11-20T03:05:00Z', note: 'Cough', author: 'Maya' } as Note],
    flags: [
      {
        ...{ id: 'f', patient_id: 'p', status: 2, note: 'Breathing faster' },
        ...{ created_at: '2026-11-20T02:35:00Z', created_by: 'Tom' },
      },
    ],
  })
  expect(events.map(({ kind, text, detail }) => [kind, text, detail])).toEqual([
    ['note', 'Cough', 'Maya'],
    ['acknowledged', 'Acknowledged by Ada Byron', 'High'],
    ['flag', 'Flagged: Breathing faster', 'Tom'],
    ['notification', 'High', '25 BrPM'],
    ['notification', 'High', '25 BrPM'],
  ])
})
