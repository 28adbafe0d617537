import type { Notification } from '@eupnea/contract/notifications.ts'
import { useEffect, useRef, useState } from 'react'
import { notificationName } from './notification-words.ts'
import { askingOf } from './plan-pop-ups.ts'

/** Announces to screen readers, once each, the notifications that the page shows instead of a pop-up (AN-1). */
export function Announced({ notifications }: { readonly notifications: readonly Notification[] }) {
  const said = useRef(new Set<string>())
  const [news, setNews] = useState<readonly Notification[]>([])
  useEffect(() => {
    const unsaid = notifications.filter((one) => !said.current.has(askingOf(one)))
    for (const one of unsaid) said.current.add(askingOf(one))
    if (unsaid.length > 0) setNews(unsaid)
  }, [notifications])
  const namesOf = (severity: Notification['severity']) =>
    news
      .filter((one) => one.severity === severity)
      .map(notificationName)
      .join('; ')
  return (
    <div className="visually-hidden">
      <p role="alert">{namesOf('danger')}</p>
      <p role="status">{namesOf('warning')}</p>
    </div>
  )
}
