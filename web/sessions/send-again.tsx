import { m } from '@eupnea/texts'
import { useEffect, useState } from 'react'

/** The portal sends a person one code of each kind per minute (ID-9). */
const gapMs = 60_000

interface SendAgainProps {
  readonly isSending: boolean
  onSend(): void
}

/** Resends the code; counts down until the portal would allow it. Remount it to restart the countdown. */
export function SendAgain({ isSending, onSend }: SendAgainProps) {
  const [until, setUntil] = useState(() => Date.now() + gapMs)
  const [left, setLeft] = useState(gapMs)
  useEffect(() => {
    const count = () => setLeft(Math.max(0, until - Date.now()))
    count()
    const timer = setInterval(count, 1_000)
    return () => clearInterval(timer)
  }, [until])

  function send() {
    setUntil(Date.now() + gapMs)
    onSend()
  }

  return (
    <button type="button" className="login-link tabular" disabled={isSending || left > 0} onClick={send}>
      {left > 0 ? m.session_code_wait({ seconds: Math.ceil(left / 1_000) }) : m.session_code_again()}
    </button>
  )
}
