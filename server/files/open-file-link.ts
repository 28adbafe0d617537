import type { openFileLink as declaration } from '@eupnea/contract/files.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { FileStore } from '../platform/file-store.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { isSignedBy } from './file-link.ts'
import { selectLinked } from './files.sql.ts'
import { openDocument } from './open-document.ts'

/** Who currently works in which clinic. */
export interface Carers {
  caresFor(userId: string, clinicId: string): Promise<boolean>
}

/** One answer for every invalid link, so that guesses learn nothing. */
const linkExpired = () =>
  new PortalError(404, 'file_link_expired', m.file_link_expired(), {
    title: m.file_link_expired_title(),
  })

/**
 * The file behind a signed link, limited to what its clinic may see (FI-2, BI-4). A link ends with its time, when the
 * file is replaced, with its resident, and with the rights of the person it was given to. Each opening is recorded.
 * @throws 404, 429 after too many guesses
 */
export function openFileLink(store: FileStore, secret: string, carers: Carers): VerbApart<typeof declaration> {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const { file_id, user, expires, signature } = input
    const finder = { type: 'job', name: 'open-file-link' } as const
    const file = await withCtx({ ...origin, actor: finder }, (ctx) => selectLinked(ctx, file_id))
    const link = { file_id, user, expires, isPresent: file?.is_present ?? false }
    const isGood = isSignedBy(secret, link, signature) && expires > Temporal.Now.instant().epochMilliseconds
    if (!isGood || !file?.clinic_id || !(await carers.caresFor(user, file.clinic_id))) {
      limit(origin.address ?? null)
      throw linkExpired()
    }
    const { clinic_id, resident_id } = file
    const actor = { type: 'link', id: file_id, clinicIds: [clinic_id] } as const
    return withCtx({ ...origin, actor }, async (ctx) => {
      const detail = { file_id, user_id: user, expires_at: Temporal.Instant.fromEpochMilliseconds(expires).toString() }
      await recordAudit(ctx, { act: 'file.open-link', clinic_id, resident_id, detail })
      return openDocument(ctx, store, file_id)
    })
  }
}
