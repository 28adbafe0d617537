import type { updateDisplay as declaration } from '@eupnea/contract/displays.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { displayAnswer } from './display-answer.ts'
import { selectDisplay, updateDisplayRow } from './displays.sql.ts'
import { refuseUnknownFloor } from './refuse-unknown-floor.ts'

/**
 * Names a display, gives it another floor, or decides whether it shows residents' names (DI-1). The display
 * changes immediately.
 * @throws 404; 422 field `floor` when the facility doesn't have that floor
 */
export const updateDisplay: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { display_id, ...given } = input
  const before = await selectDisplay(ctx, display_id)
  if (!before) throw notFound('display')
  const { clinic_id } = before
  const { name = before.name, shows_names = before.shows_names } = given
  const floor = given.floor === undefined ? before.floor : oneFloor(given.floor)
  const hasMoved = floor !== before.floor
  if (hasMoved) refuseUnknownFloor(await clinicOf(ctx, clinic_id), floor)
  const after = { name, floor, shows_names }
  await updateDisplayRow(ctx, display_id, after)
  const changes = changesOf(before, after)
  await recordAudit(ctx, { act: 'display.update', clinic_id, changes, detail: { display_id, shows_names } })
  if (hasMoved) await ctx.emit({ type: 'display_changed', display_id })
  await ctx.emit({ type: 'changed', noun: 'displays', clinic_id })
  return displayAnswer({ ...before, ...after })
}
