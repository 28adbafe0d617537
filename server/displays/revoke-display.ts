import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { revokeDisplay as declaration } from '@eupnea/contract/displays.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { deleteDisplay } from './displays.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Ends a display: its token stops with the commit, its live connections by the event (DI-1). @throws 404 */
export async function revokeDisplay({ ctx, input: { display_id } }: Given): Promise<CallOutput<typeof declaration>> {
  const display = await deleteDisplay(ctx, display_id)
  if (!display) throw notFound('display')
  const { clinic_id, floor } = display
  await recordAudit(ctx, { act: 'display.revoke', clinic_id, detail: { display_id, floor } })
  await ctx.emit({ type: 'display_revoked', display_id })
  await ctx.emit({ type: 'changed', noun: 'displays', clinic_id })
  return {}
}
