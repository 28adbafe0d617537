import { finishDirectorySignIn } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { describeError, send } from '../shared/api.ts'
import { sayDone } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { Loading } from '../shared/states.tsx'
import { goToDirectory, takeBrowser } from './directory-browser.ts'
import { LoginFrame } from './login-frame.tsx'
import { LoginWarning, type Warning } from './login-warning.tsx'
import { takeWanted } from './wanted-path.ts'

const unknown = (): Warning => ({ title: m.directory_refused_title(), message: m.directory_attempt_unknown() })

/** Where the house's directory sends the browser back to: signs in, or says what kept the person out (SI-1). */
export function DirectoryReturnPage() {
  const navigate = useNavigate()
  const [warning, setWarning] = useState<Warning | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    // An answer works once, so it is sent once.
    if (isBegun.current) return
    isBegun.current = true
    const answer = location.search.slice(1)
    history.replaceState(history.state, '', location.pathname)
    const browser = takeBrowser()
    if (!browser || !answer) return setWarning(unknown())
    send(finishDirectorySignIn, { browser, answer }).then(
      (signedIn) => {
        if (signedIn.status !== 'signedIn') return
        setSession(signedIn.user)
        sayDone(m.session_login_done())
        void navigate({ to: takeWanted(signedIn.user.id), replace: true })
      },
      (error) => setWarning(describeError(error)),
    )
  }, [navigate])
  if (!warning)
    return (
      <LoginFrame title={m.directory_signing_in()}>
        <Loading label={m.directory_signing_in()} />
      </LoginFrame>
    )
  return (
    <LoginFrame title={m.session_sign_in_title()}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          goToDirectory().catch((error) => setWarning(describeError(error)))
        }}
      >
        <LoginWarning {...warning} />
        <Button type="submit" fullWidth>
          {m.common_try_again()}
        </Button>
        <Button component={Link} to="/user/login" fullWidth variant="default">
          {m.session_back()}
        </Button>
      </form>
    </LoginFrame>
  )
}
