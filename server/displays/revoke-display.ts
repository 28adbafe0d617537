import type { revokeDisplay as declaration } from '@eupnea/contract/displays.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deleteDisplay } from './displays.sql.ts'

/** Ends a display: its token stops with the commit, its live connections by the event (DI-1). @throws 404 */
export const revokeDisplay: Verb<typeof declaration> = async ({ ctx, input: { display_id } }) => {
  const display = await deleteDisplay(ctx, display_id)
  if (!display) throw notFound('display')
  const { clinic_id, floor } = display
  await recordAudit(ctx, { act: 'display.revoke', clinic_id, detail: { display_id, floor } })
  await ctx.emit({ type: 'display_changed', display_id })
  await ctx.emit({ type: 'changed', noun: 'displays', clinic_id })
  return {}
}
