import type { Notification } from '@eupnea/contract/notifications.ts'

type AsSeen = Pick<Notification, 'id' | 'severity'>

/** In a list, what has become a danger is another row: whoever selected the warning hasn't selected that (AN-5). */
export const rowKey = ({ id, severity }: AsSeen): string => `${severity} ${id}`

export function seenOf(key: string): AsSeen {
  const [severity, id] = key.split(' ') as [AsSeen['severity'], string]
  return { id, severity }
}
