import { countOpenNotifications, createLockToken, type OpenCounts } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { useEffect, useState } from 'react'
import { ApiError, send } from '../shared/api.ts'
import { knownZone } from '../shared/clinic.ts'
import { onTabs } from '../shared/other-tabs.ts'
import { setWaiting } from '../shared/page-title.ts'
import { getSettings } from '../shared/settings.ts'
import { lostSinceText, now } from '../shared/time.ts'
import { growAsking } from './locked-asking.ts'
import styles from './notifications.module.css'
import { SeverityMark } from './severity-mark.tsx'
import type { Asking } from './sound-plan.ts'
import { sound } from './sounder.ts'

const everyMs = 5_000
/** For an answer. With the pause before, a page that hears nothing says so within 12 s, like a live one (AN-9). */
const waitMs = 6_000

/** What is open, while the page is locked: how many of which severity, and no names (AN-4). */
export function LockedNotices({ clinicId }: { readonly clinicId: string }) {
  const [counts, setCounts] = useState<OpenCounts | null>(null)
  const [lostSince, setLostSince] = useState<number | null>(null)
  const [isOver, setOver] = useState(false)
  // The answer that it is of is forgotten some minutes after the page was locked.
  const [zone] = useState(() => knownZone(clinicId))

  useEffect(() => {
    const onCounts = (heard: OpenCounts) => {
      setCounts(heard)
      setLostSince(null)
    }
    const stop = watch(clinicId, { onCounts, onLost: setLostSince, onOver: () => setOver(true) })
    const stopHearing = onTabs('signed-out', () => {
      stop()
      setCounts(null)
      setLostSince(null)
    })
    return () => {
      stop()
      stopHearing()
    }
  }, [clinicId])

  if (isOver) return <p role="alert">{m.notification_lock_over()}</p>
  const total = counts ? counts.danger + counts.warning : 0
  return (
    <>
      {lostSince !== null && <p role="alert">{m.notification_lock_lost({ time: lostSinceText(lostSince, zone) })}</p>}
      {counts && total > 0 && (
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
      )}
    </>
  )
}

interface Hearing {
  onCounts(counts: OpenCounts): void
  /** no answer now. @param since when the last one came, ms */
  onLost(since: number): void
  /** the token has ended, or the person may not see the clinic any more */
  onOver(): void
}

/** Asks with a token instead of the session, which runs out as if nobody were there. @returns a function that stops it */
function watch(clinic_id: string, { onCounts, onLost, onOver }: Hearing): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let token: string | null = null
  let asking: readonly Asking[] = []
  let heardAt = now()

  function stop() {
    isStopped = true
    clearTimeout(timer)
    sound([])
    setWaiting(0)
  }

  async function ask() {
    try {
      const signal = AbortSignal.timeout(waitMs)
      token ??= (await send(createLockToken, { clinic_id }, { signal })).token
      const counts = await send(countOpenNotifications, { token }, { signal, credentials: 'omit' })
      if (isStopped) return
      heardAt = now()
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
      onLost(heardAt)
    }
    timer = setTimeout(() => void ask(), everyMs)
  }
  void ask()
  return stop
}
