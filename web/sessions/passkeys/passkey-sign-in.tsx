import { signInByPasskey } from '@eupnea/contract/passkeys.ts'
import type { SignInAnswer } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { send } from '../../shared/api.ts'
import type { Warning } from '../login-warning.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'

interface PasskeySignInProps {
  readonly isFirst?: boolean
  readonly onAnswer: (answer: SignInAnswer) => void
  /** null: it begins again */
  readonly onWarning: (warning: Warning | null) => void
}

/** Signs in with a passkey, which says whose it is (DO-5). Nothing where browsers know no passkeys. */
export function PasskeySignIn({ isFirst = false, onAnswer, onWarning }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false)
  if (!canUsePasskeys()) return null

  async function signIn() {
    setBusy(true)
    onWarning(null)
    const browser = await import('./passkey-browser.ts')
    try {
      const passkey = await browser.takePasskey('sign-in')
      onAnswer(await send(signInByPasskey, { passkey }))
    } catch (error) {
      onWarning(browser.describePasskeyError(error))
      setBusy(false)
    }
  }

  return (
    <Button
      fullWidth
      variant={isFirst ? 'filled' : 'default'}
      autoFocus={isFirst}
      loading={isBusy}
      onClick={() => void signIn()}
    >
      {m.passkey_use()}
    </Button>
  )
}
