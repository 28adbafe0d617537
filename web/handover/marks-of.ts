import type { HandoverItem } from '@eupnea/contract/handover.ts'
import type { ChartMark } from '../shared/charts/marks.ts'
import type { RibbonNight } from '../shared/charts/night-words.ts'

type Recorded = Pick<HandoverItem, 'notifications' | 'ended' | 'notes'>

/** What was raised, taken on and written in the hours of a ribbon (VI-1). */
export function marksOf(
  { notifications, ended, notes }: Recorded,
  { from, until }: Pick<RibbonNight, 'from' | 'until'>,
): ChartMark[] {
  const marks: ChartMark[] = [
    ...[...notifications, ...ended].map(({ raised_at, became_worse_at, title }) => ({
      at: became_worse_at ?? raised_at,
      kind: 'notification' as const,
      text: title,
    })),
    ...notifications.flatMap(({ acknowledged }) =>
      acknowledged ? [{ at: acknowledged.at, kind: 'acknowledged' as const, text: acknowledged.by }] : [],
    ),
    ...notes.map(({ at, note }) => ({ at, kind: 'note' as const, text: note })),
  ].map(({ at, ...mark }) => ({ ...mark, at: Date.parse(at) }))
  return marks.filter(({ at }) => at >= Date.parse(from) && at < Date.parse(until))
}
