import { environment } from './config.ts'

const known = new Set(Object.keys(environment.shape))
/** Prefixes that other programs use too, as in NO_PROXY. */
const others = ['NODE', 'NO', 'DATABASE', 'LOG', 'BASE', 'DATA']
/** Prefixes that only the portal uses, such as OPS of OPS_MAIL and OPS_SMS. */
const families = new Set([...known].filter((name) => name.includes('_')).map(familyOf)).difference(new Set(others))

/** Settings that an operator may not have meant: a misspelt variable would be ignored silently. */
export function doubtsOf(env: NodeJS.ProcessEnv): string[] {
  const doubts = Object.keys(env)
    .filter((name) => !known.has(name) && name.includes('_') && families.has(familyOf(name)))
    .sort()
    .map((name) => `${name}: no such variable`)
  if (env.NODE_ENV === 'production' && !env.BASE_URL)
    doubts.push('BASE_URL: not set, so links in messages lead to localhost')
  if (env.NODE_ENV === 'production' && !env.SMTP_URL)
    doubts.push('SMTP_URL: not set, so no e-mails are sent: notifications, reports, sign-in codes')
  if (env.NODE_ENV === 'production' && env.SMTP_URL && !env.MAIL_FROM)
    doubts.push('MAIL_FROM: not set, so mails come from eupnea@localhost, which mail servers may refuse')
  if (env.NODE_ENV && !['production', 'development', 'test'].includes(env.NODE_ENV))
    doubts.push('NODE_ENV: neither production nor development, so it counts as development')
  return doubts
}

function familyOf(name: string): string {
  return name.slice(0, name.indexOf('_'))
}
