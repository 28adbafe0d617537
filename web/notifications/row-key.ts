import type { Notification } from '@eupnea/contract/notifications.ts'
import type { Chosen } from '../shared/table/table-features.ts'
import { withoutIds } from '../shared/table/table-shape.tsx'

type AsSeen = Pick<Notification, 'id' | 'severity'>

/** In a list, what has become a danger is another row: whoever selected the warning hasn't selected that (AN-5). */
export const rowKey = ({ id, severity }: AsSeen): string => `${severity} ${id}`

export function seenOf(key: string): AsSeen {
  const [severity, id] = key.split(' ') as [AsSeen['severity'], string]
  return { id, severity }
}

/** Without warnings that are dangers now: nobody sees that they are still selected (AN-5). @returns the same if none is */
export function withoutWorse(chosen: Chosen, current: readonly AsSeen[]): Chosen {
  const worse = current
    .filter(({ severity }) => severity === 'danger')
    .map(({ id }) => rowKey({ id, severity: 'warning' }))
    .filter((key) => key in chosen)
  return worse.length > 0 ? withoutIds(chosen, worse) : chosen
}
