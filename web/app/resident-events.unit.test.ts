import type { Note } from '@eupnea/contract/notes.ts'
import type { Notification, NotificationStep } from '@eupnea/contract/notifications.ts'
import { expect, it } from 'vitest'
import { eventsOf } from './resident-events.ts'

it('puts notifications, what became of them, notes and flags on one line of time, newest first [VI-1] [AN-5]', () => {
  const notification = { id: 'n', title: 'High', description: '25 BrPM', severity: 'danger' } as Notification
  const step = (act: NotificationStep['act'], at: string, by: string | null = null) => ({ act, at, by })
  const events = eventsOf({
    notifications: [
      {
        ...notification,
        raised_at: '2026-11-20T02:30:00Z',
        history: [
          step('raised', '2026-11-20T02:30:00Z'),
          step('acknowledged', '2026-11-20T02:41:00Z', 'Ada Byron'),
          step('worse', '2026-11-20T02:50:00Z'),
          step('acknowledged', '2026-11-20T02:52:00Z', 'Maya'),
          step('ended', '2026-11-20T03:20:00Z'),
        ],
      },
      { ...notification, id: 'o', raised_at: '2026-11-19T02:30:00Z' },
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
    ['acknowledged', 'Acknowledged by Maya', 'High'],
    ['notification', 'Became worse', 'High'],
    ['acknowledged', 'Acknowledged by Ada Byron', 'High'],
    ['flag', 'Flagged: Breathing faster', 'Tom'],
    ['notification', 'High', '25 BrPM'],
    ['notification', 'High', '25 BrPM'],
  ])
})
