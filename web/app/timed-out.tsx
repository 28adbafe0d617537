import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { getWatchedClinic } from '../shared/current-notifications.tsx'
import { carryDrafts } from '../shared/drafts.ts'
import { lazyPart } from '../shared/parts.ts'
import styles from './timed-out.module.css'

/** What was typed and not saved is there again. */
function goOn() {
  carryDrafts()
  location.reload()
}

const LockedNotices = lazyPart(async () => (await import('../notifications/locked-notices.tsx')).LockedNotices)

/**
 * Replaces the page, so that no old value stays on screen and no live connection stays open (SH-19); notifications go on
 * arriving without names (AN-4). Uses the browser's
 * own dialog, which needs nothing that would have to be fetched at that moment.
 */
export function TimedOut() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [clinicId] = useState(getWatchedClinic)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.timedOut}
      aria-labelledby="timed-out-text"
      onCancel={(event) => event.preventDefault()}
    >
      <p id="timed-out-text">{m.common_timed_out()}</p>
      {clinicId && (
        <Suspense>
          <LockedNotices clinicId={clinicId} />
        </Suspense>
      )}
      <Button onClick={goOn}>{m.app_timed_out_ok()}</Button>
    </dialog>
  )
}
