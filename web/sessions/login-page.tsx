import type { SignInAnswer, SignInMethod } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { sayDone } from '../shared/say-done.tsx'
import { setSession } from '../shared/session.ts'
import { dropInvitation, useInvitation } from './invitation.ts'
import type { Warning } from './login-warning.tsx'
import { type Credentials, SignInForm } from './sign-in-form.tsx'
import { type SessionEnd, takeSignedOut, takeWanted } from './wanted-path.ts'
import { useWay } from './way.tsx'

const NewPasswordForm = lazyPart(async () => (await import('./new-password-form.tsx')).NewPasswordForm)
const EnrolForm = lazyPart(async () => (await import('./enrol-form.tsx')).EnrolForm)
const OtpForm = lazyPart(async () => (await import('./otp-form.tsx')).OtpForm)

/** The state of a sign-in (ID-1 to ID-3). `credentials` are kept until it is complete. */
type Step =
  | { readonly kind: 'password'; readonly email: string; readonly warning: Warning | null }
  | { readonly kind: 'newPassword'; readonly challenge: string; readonly credentials: Credentials | null }
  | { readonly kind: 'enrol'; readonly challenge: string; readonly credentials: Credentials | null }
  | {
      readonly kind: 'otp'
      readonly challenge: string
      readonly methods: readonly SignInMethod[]
      readonly credentials: Credentials | null
    }

const start = (email = '', warning: Warning | null = null): Step => ({ kind: 'password', email, warning })

const signedOut = (why: SessionEnd): Warning => ({
  title: m.session_ended_title(),
  message: why === 'access' ? m.session_ended_access() : m.session_ended(),
})

const invited = (challenge: string): Step => ({ kind: 'newPassword', challenge, credentials: null })

/** All sign-in steps, at one address. */
export function LoginPage() {
  const way = useWay()
  const invitation = useInvitation()
  const [step, setStep] = useState(() => {
    if (invitation) return invited(invitation)
    const why = takeSignedOut()
    return start('', why && signedOut(why))
  })
  useEffect(() => {
    if (invitation) setStep(invited(invitation))
  }, [invitation])

  /** @param credentials just accepted by the portal */
  function goOn(answer: SignInAnswer, credentials: Credentials | null) {
    if (answer.status === 'otpRequired') {
      const { challenge, methods } = answer
      return setStep({ kind: 'otp', challenge, methods, credentials })
    }
    if (answer.status === 'enrolmentRequired')
      return setStep({ kind: 'enrol', challenge: answer.challenge, credentials })
    if (answer.status === 'newPasswordRequired')
      return setStep({ kind: 'newPassword', challenge: answer.challenge, credentials })
    dropInvitation()
    setSession(answer.user)
    sayDone(m.session_login_done())
    const wanted = takeWanted(answer.user.id)
    // The API documentation isn't a page of the app.
    if (/^\/docs(#|$)/.test(wanted)) return location.replace(wanted)
    way.replace(wanted)
  }

  function startAgain(warning: Warning | null = null) {
    dropInvitation()
    setStep(start(step.kind === 'password' ? step.email : step.credentials?.email, warning))
  }

  if (step.kind === 'password') return <SignInForm email={step.email} warning={step.warning} onAnswer={goOn} />
  return (
    <Suspense>
      {step.kind === 'newPassword' ? (
        <NewPasswordForm
          challenge={step.challenge}
          email={step.credentials?.email}
          warning={{ title: m.session_new_password_title(), message: m.session_new_password() }}
          onAnswer={(answer, password) => goOn(answer, step.credentials && { ...step.credentials, password })}
          onBack={startAgain}
        />
      ) : step.kind === 'enrol' ? (
        <EnrolForm
          key={step.challenge}
          challenge={step.challenge}
          onAnswer={(answer) => goOn(answer, step.credentials)}
          onBack={startAgain}
        />
      ) : (
        <OtpForm
          key={step.challenge}
          challenge={step.challenge}
          methods={step.methods}
          credentials={step.credentials}
          warning={{ title: m.session_otp_required_title(), message: m.session_otp_required() }}
          onAnswer={goOn}
          onBack={startAgain}
        />
      )}
    </Suspense>
  )
}
