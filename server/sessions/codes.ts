import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { queueMail, queueSms } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { type CodeLimits, countAttempt, insertCode, type Purpose, selectCode } from './codes.sql.ts'

/** Six-digit codes (ID-9); docs/decisions/0009-codes.md explains how they are stored and counted. */

const limits: CodeLimits = { liveSeconds: 300, gapSeconds: 60, mostAnHour: 5, mostAttempts: 5 }

export interface CodeReceiver {
  readonly id: string
  readonly email: string
  /** telephone, country code followed by number */
  readonly contact: string | null
}

export interface SentCode {
  readonly isSent: boolean
  /** not sent, but the previous one still works */
  readonly isLive: boolean
  /** seconds until another may be sent */
  readonly retryAfter: number
}

// SMS avoid typographic characters, which would turn one SMS into two.
const otp = { subject: m.session_otp_subject, text: m.session_otp_mail }
const recovery = { subject: m.session_recovery_subject, text: m.session_recovery_mail }
const wording = {
  otp,
  'known-otp': otp,
  recovery,
  'known-recovery': recovery,
  verification: { subject: m.session_verification_subject, text: m.session_verification_mail },
} as const satisfies Record<Purpose, unknown>

/** What a recovery code comes with. */
interface CodeLink {
  /** makes it */
  readonly of: () => Promise<string>
  readonly usefulSeconds: number
}

/** Queues a new code in the transaction of `ctx`, unless the last one is too recent or there were too many. */
export async function sendCode(
  ctx: Ctx,
  secret: string,
  purpose: Purpose,
  to: CodeReceiver,
  link?: CodeLink,
): Promise<SentCode> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  if (!(await insertCode(ctx, purpose, to.id, hashCode(secret, purpose, to.id, code), limits))) {
    const standing = await selectCode(ctx, purpose, to.id, limits)
    return { isSent: false, isLive: standing?.is_live ?? false, retryAfter: standing?.wait_seconds ?? 1 }
  }
  const words = wording[purpose]
  const url = (await link?.of()) ?? ''
  const text = words.text({ product: productName, code, minutes: limits.liveSeconds / 60, url })
  const usefulSeconds = link?.usefulSeconds ?? limits.liveSeconds
  if (words === otp && to.contact) await queueSms(ctx, { to: to.contact, text, usefulSeconds })
  else await queueMail(ctx, { to: to.email, subject: words.subject({ product: productName }), text, usefulSeconds })
  return { isSent: true, isLive: true, retryAfter: limits.gapSeconds }
}

/**
 * Counts an attempt, then compares; the transaction must commit either way. The code stays valid.
 * @returns the hash to take it with (`takeCode`); null when it is wrong, used up or expired
 */
export async function tryCode(
  ctx: Ctx,
  secret: string,
  given: { readonly purpose: Purpose; readonly user_id: string; readonly code: string },
): Promise<string | null> {
  const { purpose, user_id, code } = given
  const kept = await countAttempt(ctx, purpose, user_id, limits.mostAttempts)
  const hash = hashCode(secret, purpose, user_id, code)
  return kept !== undefined && timingSafeEqual(Buffer.from(kept), Buffer.from(hash)) ? hash : null
}

/** 429 after asking for codes too often. @param retryAfter seconds */
export const tooManyCodes = (retryAfter: number): PortalError =>
  new PortalError(429, 'too_many_codes', m.session_codes_too_many(), {
    title: m.session_codes_too_many_title(),
    retryAfter,
  })

/** Keyed, because a plain hash of six digits can be reversed by anyone who reads the table. */
const hashCode = (secret: string, purpose: Purpose, user_id: string, code: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${user_id}:${code}`).digest('hex')
