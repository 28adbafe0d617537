import { useEffect } from 'react'
import { ApiError } from '../shared/api-error.ts'
import { Failed } from '../shared/states.tsx'

const retryMs = 10_000

/** A page that couldn't be opened. Nobody stands at a wall display to try again, so the page does. */
export function FailedPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  useEffect(() => {
    if (!mayPass) return
    const timer = setInterval(retry, retryMs)
    return () => clearInterval(timer)
  }, [mayPass, retry])
  return <Failed error={error} retry={retry} />
}
