import { countOpenNotifications, createLockToken, type OpenCounts } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { useEffect, useState } from 'react'
import { ApiError, send } from '../shared/api.ts'
import { onTabs } from '../shared/other-tabs.ts'
import { setWaiting } from '../shared/page-title.ts'
import { getSettings } from '../shared/settings.ts'
import { growAsking } from './locked-asking.ts'
import styles from './notifications.module.css'
import { SeverityMark } from './severity-mark.tsx'
import type { Asking } from './sound-plan.ts'
import { sound } from './sounder.ts'

const everyMs = 5_000

/** What is open, while the page is locked: how many of which severity, and no names (AN-4). */
export function LockedNotices({ clinicId }: { readonly clinicId: string }) {
  const [counts, setCounts] = useState<OpenCounts | null>(null)
  const [isOver, setOver] = useState(false)

  useEffect(() => {
    const stop = watch(clinicId, setCounts, () => setOver(true))
    const stopHearing = onTabs('signed-out', () => {
      stop()
      setCounts(null)
    })
    return () => {
      stop()
      stopHearing()
    }
  }, [clinicId])

  if (isOver) return <p role="alert">{m.notification_lock_over()}</p>
  const total = counts ? counts.danger + counts.warning : 0
  if (!counts || total === 0) return null
  return (
    <div className={styles.notificationLocked} role="alert">
      <p>{m.notification_count({ count: total })}</p>
      {(['danger', 'warning'] as const).map(
        (severity) =>
          counts[severity] > 0 && (
            <span key={severity}>
              <SeverityMark severity={severity} /> <b className="tabular">{counts[severity]}</b>
            </span>
          ),
      )}
    </div>
  )
}

/**
 * Asks with a token instead of the session, which runs out as if nobody were there. @returns a function that stops it
 * @param onOver the token has ended, or the person may not see the clinic any more
 */
function watch(clinic_id: string, onCounts: (counts: OpenCounts) => void, onOver: () => void): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let token: string | null = null
  let asking: readonly Asking[] = []

  function stop() {
    isStopped = true
    clearTimeout(timer)
    sound([])
    setWaiting(0)
  }

  async function ask() {
    try {
      token ??= (await send(createLockToken, { clinic_id })).token
      const counts = await send(countOpenNotifications, { token }, { credentials: 'omit' })
      if (isStopped) return
      asking = growAsking(asking, counts)
      if (getSettings().isSoundOn) sound(asking)
      setWaiting(asking.length)
      onCounts(counts)
    } catch (error) {
      if (isStopped) return
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) {
        stop()
        return onOver()
      }
    }
    timer = setTimeout(() => void ask(), everyMs)
  }
  void ask()
  return stop
}
