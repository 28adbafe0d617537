import type { enrolDisplay as declaration } from '@eupnea/contract/displays.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { LimitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken, newDisplayToken } from '../sessions/index.ts'
import { hashCode } from './code.ts'
import { enrolByCode } from './displays.sql.ts'

/**
 * Exchanges a code for the token of a display (DI-1).
 * @throws 422 field `code`, the same for every code that doesn't work; 429 after too many of them
 */
export const enrolDisplay =
  (secret: string, limit: LimitCalls): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const guess = limit(origin.address ?? null)
    const token = newDisplayToken()
    const actor = { type: 'job', name: 'enrol-display' } as const
    await withCtx({ ...origin, actor }, async (ctx) => {
      const display = await enrolByCode(ctx, hashCode(secret, input.code), hashToken(token))
      if (!display) throw refused('code', m.display_code_refused())
      const { id, clinic_id, floor } = display
      await recordAudit(ctx, { act: 'display.enrol', clinic_id, detail: { display_id: id, floor } })
      await ctx.emit({ type: 'changed', noun: 'displays', clinic_id })
    })
    guess.forgive()
    return { token }
  }
