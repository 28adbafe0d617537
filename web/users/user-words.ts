import type { AuthEvent } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** How users and their sign-ins are put into words. */

/** Clinics in a few words: `Maple Court`, `Maple Court and 3 more`. */
export function clinicsText(names: readonly string[]): string {
  const [first = '', ...others] = names
  return others.length === 0 ? first : m.user_clinics_more({ clinic: first, count: numberText(others.length) })
}

const events: Readonly<Record<AuthEvent['EventType'], () => string>> = {
  SignIn: m.user_event_sign_in,
  SignOut: m.user_event_sign_out,
  ForgotPassword: m.user_event_forgot,
  NewPassword: m.user_event_new_password,
}
export const eventText = ({ EventType }: Pick<AuthEvent, 'EventType'>): string => events[EventType]()

const responses: Readonly<Record<AuthEvent['EventResponse'], () => string>> = {
  Pass: m.user_event_passed,
  Fail: m.user_event_failed,
  InProgress: m.user_event_open,
}
export const responseText = ({ EventResponse }: Pick<AuthEvent, 'EventResponse'>): string => responses[EventResponse]()

type Challenge = AuthEvent['ChallengeResponses'][number]
const challenges: Readonly<Record<Challenge['ChallengeName'], Record<Challenge['ChallengeResponse'], () => string>>> = {
  Password: { Success: m.user_challenge_password, Failure: m.user_challenge_password_wrong },
  NewPassword: { Success: m.user_challenge_new_password, Failure: m.user_challenge_new_password_wrong },
  Otp: { Success: m.user_challenge_otp, Failure: m.user_challenge_otp_wrong },
  App: { Success: m.user_challenge_app, Failure: m.user_challenge_app_wrong },
  BackupCode: { Success: m.user_challenge_backup, Failure: m.user_challenge_backup_wrong },
  Passkey: { Success: m.user_challenge_passkey, Failure: m.user_challenge_passkey_wrong },
  RecoveryCode: { Success: m.user_challenge_recovery, Failure: m.user_challenge_recovery_wrong },
}

/** `password`, `SMS code (wrong)`. */
export const challengesText = ({ ChallengeResponses }: Pick<AuthEvent, 'ChallengeResponses'>): string =>
  ChallengeResponses.map(({ ChallengeName, ChallengeResponse }) => challenges[ChallengeName][ChallengeResponse]()).join(
    ', ',
  )

const browsers = () =>
  [
    [/Edg(A|iOS)?\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/SamsungBrowser\//, m.user_browser_samsung()],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** `Chrome on Windows` of a browser's own name; what is no browser is shown as it named itself, cut to 40 characters. */
export function deviceText(userAgent: string | null): string {
  if (!userAgent) return m.user_browser_unknown()
  const browser = browsers().find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  if (browser) return system ? m.user_browser_on({ browser, system }) : browser
  return userAgent.length > 40 ? `${userAgent.slice(0, 40)}…` : userAgent
}
