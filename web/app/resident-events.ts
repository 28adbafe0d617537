import { listStoredNotes, type Note } from '@eupnea/contract/notes.ts'
import { listNotifications, type Notification, type NotificationStep } from '@eupnea/contract/notifications.ts'
import { listStatusLogs, type statusLog } from '@eupnea/contract/residents.ts'
import { flagName } from '@eupnea/contract/rules/flag.ts'
import { type Direction, rateTitles } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useCall } from '../shared/api.ts'
import type { ChartMark } from '../shared/charts/marks.ts'

/** What happened to a resident, from several nouns, on one line of time. */

export interface ResidentEvent {
  readonly key: string
  /** ms since the epoch */
  readonly at: number
  readonly kind: 'notification' | 'acknowledged' | 'note' | 'flag'
  /** of a notification */
  readonly severity?: Notification['severity']
  readonly text: string
  /** who, or what followed; '' for nothing */
  readonly detail: string
}

/** As many of each as one look takes; the lists below have the rest. */
const most = 40
const refreshMs = 60_000

interface Recorded {
  readonly notifications: readonly (Notification & { readonly history?: readonly NotificationStep[] | undefined })[]
  readonly notes: readonly Note[]
  readonly flags: readonly z.output<typeof statusLog>[]
}

/** What it said before it became worse; of the rate then only the direction is known. */
function atFirst(notification: Notification): Pick<Notification, 'severity' | 'title' | 'description'> {
  const { became_worse_at, extra_detail } = notification
  if (!became_worse_at || !extra_detail.alert) return notification
  const severity = 'warning'
  return { severity, title: rateTitles[extra_detail.alert as Direction][severity], description: '' }
}

/** Newest first. */
export function eventsOf({ notifications, notes, flags }: Recorded): readonly ResidentEvent[] {
  const told = notifications.flatMap((notification) => {
    const { id, raised_at, history = [] } = notification
    const first = atFirst(notification)
    const worse = history.findIndex(({ act }) => act === 'worse')
    const raised: ResidentEvent = {
      ...{ key: `raised ${id}`, at: Date.parse(raised_at), kind: 'notification', severity: first.severity },
      ...{ text: first.title, detail: first.description },
    }
    const followed = history.flatMap(({ act, at, by }, nth): ResidentEvent[] => {
      const { title, description, severity } = nth < worse ? first : notification
      const step = { key: `${act} ${at} ${id}`, at: Date.parse(at) }
      if (act === 'acknowledged')
        return [{ ...step, kind: act, text: m.resident_event_acknowledged({ person: by ?? '' }), detail: title }]
      return act === 'worse'
        ? [{ ...step, kind: 'notification', severity, text: m.resident_event_worse({ title }), detail: description }]
        : []
    })
    return [raised, ...followed]
  })
  const written = notes.map(
    ({ note_id, created_at, note, author }): ResidentEvent => ({
      ...{ key: `note ${note_id}`, at: Date.parse(created_at), kind: 'note', text: note, detail: author },
    }),
  )
  const flagged = flags.map(
    ({ id, created_at, status, note, created_by }): ResidentEvent => ({
      ...{ key: `flag ${id}`, at: Date.parse(created_at), kind: 'flag', detail: created_by },
      text: note ? m.resident_event_flag({ flag: flagName(status), note }) : flagName(status),
    }),
  )
  return [...told, ...written, ...flagged].sort((a, b) => b.at - a.at)
}

export function useResidentEvents(patient_id: string) {
  const given = { patient_id, page: 1, page_size: most }
  const options = { refetchInterval: refreshMs }
  const notifications = useCall(listNotifications, { ...given, history: 'true' }, options)
  const notes = useCall(listStoredNotes, given, options)
  const flags = useCall(listStatusLogs, given, options)
  const events = useMemo(
    () =>
      eventsOf({
        notifications: notifications.data?.items ?? [],
        notes: notes.data?.items ?? [],
        flags: flags.data?.items ?? [],
      }),
    [notifications.data, notes.data, flags.data],
  )
  const marks = useMemo(
    () => events.flatMap(({ at, kind, text }): ChartMark[] => (kind === 'flag' ? [] : [{ at, kind, text }])),
    [events],
  )
  const isLoading = [notifications, notes, flags].some(({ data, error }) => !data && !error)
  const failed = [notifications, notes, flags].find(({ data, error }) => !data && error)
  return { events, marks, isLoading, failed }
}
