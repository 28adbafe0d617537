import type { AuthEvent, User } from '@eupnea/contract/users.ts'

/** How users and their sign-ins are put into words. */

export const nameOf = ({ first_name, last_name }: Pick<User, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()

/** Clinics in a few words: `Maple Court`, `Maple Court and 3 more`. */
export function clinicsText(names: readonly string[]): string {
  const [first = '', ...others] = names
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

const events: Readonly<Record<AuthEvent['EventType'], string>> = {
  SignIn: 'Sign-in',
  SignOut: 'Sign-out',
  ForgotPassword: 'Forgotten password',
  NewPassword: 'New password',
}
export const eventText = ({ EventType }: Pick<AuthEvent, 'EventType'>): string => events[EventType]

const responses: Readonly<Record<AuthEvent['EventResponse'], string>> = {
  Pass: 'Passed',
  Fail: 'Failed',
  InProgress: 'Not finished',
}
export const responseText = ({ EventResponse }: Pick<AuthEvent, 'EventResponse'>): string => responses[EventResponse]

const challenges: Readonly<Record<AuthEvent['ChallengeResponses'][number]['ChallengeName'], string>> = {
  Password: 'password',
  NewPassword: 'new password',
  Otp: 'code by SMS',
  RecoveryCode: 'recovery code',
}

/** `password`, `code by SMS (wrong)`. */
export const challengesText = ({ ChallengeResponses }: Pick<AuthEvent, 'ChallengeResponses'>): string =>
  ChallengeResponses.map(
    ({ ChallengeName, ChallengeResponse }) =>
      `${challenges[ChallengeName]}${ChallengeResponse === 'Failure' ? ' (wrong)' : ''}`,
  ).join(', ')

const browsers = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
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
  if (!userAgent) return 'Unknown'
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1]
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.length > 40 ? `${userAgent.slice(0, 40)}…` : userAgent
}
