import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import './timed-out.css'

/**
 * Replaces the page, so that no old value stays on screen and no live connection stays open (SH-19). Uses the browser's
 * own dialog, which needs nothing that would have to be fetched at that moment.
 */
export function TimedOut() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="timed-out"
      aria-labelledby="timed-out-text"
      onCancel={(event) => event.preventDefault()}
    >
      <p id="timed-out-text">{m.common_timed_out()}</p>
      <Button onClick={() => location.reload()}>{m.app_timed_out_ok()}</Button>
    </dialog>
  )
}
