import { Readable } from 'node:stream'
import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import type { FileStore } from '../platform/file-store.ts'
import { insertDigests, markDigestsSent, selectUnsentDigests } from './chain.sql.ts'
import { hashOf } from './verify-audit.ts'

interface Outside {
  /** null: files stay on this machine */
  readonly store: Pick<FileStore, 'put'> | null
  readonly mails: readonly string[]
  readonly queueMail: (
    ctx: Parameters<Parameters<typeof withCtx>[1]>[0],
    mail: { to: string; subject: string; text: string },
  ) => Promise<void>
  /** how messages to the operator call this portal */
  readonly portal: string
}

/**
 * Makes the digest of each day that has ended, also of days on which nothing ran, and takes it off the machine, where a
 * forged log can't reach it (DO-3).
 */
export async function sendDigests(
  origin: CtxOrigin,
  { store, mails, queueMail, portal }: Outside,
  now: Temporal.Instant,
): Promise<void> {
  const unsent = await withCtx(origin, async (ctx) => {
    await insertDigests(ctx, now, hashOf)
    return selectUnsentDigests(ctx)
  })
  if (unsent.length === 0 || (!store && mails.length === 0)) return
  for (const { day, hash } of store ? unsent : [])
    await store!.put('reports', `audit-digests/${day}.txt`, Readable.from([`${day} ${hash}\n`]))
  await withCtx(origin, async (ctx) => {
    const days = new Set(
      await markDigestsSent(
        ctx,
        unsent.map(({ day }) => day),
      ),
    )
    const lines = unsent.filter(({ day }) => days.has(day)).map(({ day, hash }) => `${day} ${hash}`)
    if (lines.length === 0) return
    const text = m.audit_digest_mail({ portal, digests: lines.join('\n') })
    for (const to of mails) await queueMail(ctx, { to, subject: m.audit_digest_subject({ portal }), text })
  })
}
