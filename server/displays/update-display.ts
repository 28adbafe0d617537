import type { updateDisplay as declaration } from '@eupnea/contract/displays.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { displayAnswer } from './display-answer.ts'
import { selectDisplay, updateDisplayRow } from './displays.sql.ts'

/** Names a display, or decides whether it shows residents' names (DI-1); it follows at once. @throws 404 */
export const updateDisplay: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { display_id, ...given } = input
  const before = await selectDisplay(ctx, display_id)
  if (!before) throw notFound('display')
  const { name = before.name, shows_names = before.shows_names } = given
  await updateDisplayRow(ctx, display_id, { name, shows_names })
  const { clinic_id } = before
  const changes = changesOf(before, { name, shows_names })
  await recordAudit(ctx, { act: 'display.update', clinic_id, changes, detail: { display_id, shows_names } })
  await ctx.emit({ type: 'changed', noun: 'displays', clinic_id })
  return displayAnswer({ ...before, name, shows_names })
}
