import type { Note } from '@eupnea/contract/notes.ts'
import type { Notification, NotificationStep } from '@eupnea/contract/notifications.ts'
import { expect, it } from 'vitest'
import { eventsOf } from './resident-events.ts'

it('puts notifications, what became of them, notes and flags on one line of time, newest first [VI-1] [AN-5]', () => {
  const notification = {
    ...{ id: 'n', title: 'Extremely High Respiratory', description: '35 BrPM', severity: 'danger' },
    ...{ became_worse_at: null, extra_detail: { alert: 'high' } },
  } as Notification
  const step = (act: NotificationStep['act'], at: string, by: string | null = null) => ({ act, at, by })
  const events = eventsOf({
    notifications: [
      {
        ...notification,
        raised_at: '2026-11-20T02:30:00Z',
        became_worse_at: '2026-11-20T02:50:00Z',
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
  expect(events.map(({ kind, severity, text, detail }) => [kind, severity, text, detail])).toEqual([
    ['note', undefined, 'Cough', 'Maya'],
    ['acknowledged', undefined, 'Acknowledged by Maya', 'Extremely High Respiratory'],
    ['notification', 'danger', 'Became worse: Extremely High Respiratory', '35 BrPM'],
    ['acknowledged', undefined, 'Acknowledged by Ada Byron', 'High Respiratory'],
    ['flag', undefined, 'Flagged: Breathing faster', 'Tom'],
    ['notification', 'warning', 'High Respiratory', ''],
    ['notification', 'danger', 'Extremely High Respiratory', '35 BrPM'],
  ])
})
