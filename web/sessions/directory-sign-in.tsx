import { readDirectorySignIn } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { describeError, useCall } from '../shared/api.ts'
import { goToDirectory } from './directory-browser.ts'
import styles from './directory-sign-in.module.css'
import { LoginWarning, type Warning } from './login-warning.tsx'

/** The way in by the house's directory, above the portal's own, which works whatever becomes of it (SI-1). */
export function DirectorySignIn() {
  const { data } = useCall(readDirectorySignIn, {}, { staleTime: 60_000, retry: false })
  const [warning, setWarning] = useState<Warning | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  if (!data?.name) return null
  const { name, is_reachable } = data

  async function leave() {
    setLeaving(true)
    setWarning(null)
    try {
      await goToDirectory()
    } catch (error) {
      setWarning(describeError(error))
      setLeaving(false)
    }
  }

  return (
    <div className={styles.directory}>
      {warning && <LoginWarning {...warning} />}
      {!is_reachable && <p className={styles.directoryDown}>{m.directory_sign_in_down({ name })}</p>}
      <Button fullWidth variant="default" loading={isLeaving} onClick={() => void leave()}>
        {m.directory_sign_in({ name })}
      </Button>
      <p className={styles.directoryOr}>{m.directory_or()}</p>
    </div>
  )
}
