import type { CallInput, CallOutput, FieldError } from '@eupnea/contract/call.ts'
import type { createResidents as declaration } from '@eupnea/contract/new-residents.ts'
import { m } from '@eupnea/texts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { isThere } from './find.sql.ts'
import { saveResident } from './save-resident.ts'

type Line = CallInput<typeof declaration>['data'][number]

/**
 * Adds residents with their sensors: all of them, or none (EA-4).
 * @throws 404 for the clinic, 422 naming what is wrong with each line: `data.3.device_uid`
 */
export const createResidents: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const items: CallOutput<typeof declaration>['items'] = []
  const errors: FieldError[] = []
  for (const [line, given] of input.data.entries())
    try {
      items.push(await createOne(ctx, clinic_id, given))
    } catch (error) {
      if (!(error instanceof PortalError)) throw error
      const field = `data.${line}.${error.field ?? 'first_name'}`
      errors.push({ field, line, code: error.code, message: error.message })
    }
  // Takes back those that were added: nothing is half done.
  if (errors[0]) throw new PortalError(422, 'lines_refused', errors[0].message, { field: errors[0].field, errors })
  return { items }
}

async function createOne(ctx: Ctx, clinic_id: string, line: Line) {
  // The same list twice is a mistake more often than two people of one name in one room.
  if (await isThere(ctx, clinic_id, line)) throw refused('first_name', m.resident_line_there())
  return saveResident({ ctx, input: { clinic_id, ...line } })
}
