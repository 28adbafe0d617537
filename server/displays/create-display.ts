import type { createDisplay as declaration } from '@eupnea/contract/displays.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { recorderOf } from '../platform/context.ts'
import type { Verb } from '../platform/route.ts'
import { hashCode, newCode } from './code.ts'
import { deleteUnused, insertDisplay } from './displays.sql.ts'
import { refuseUnknownFloor } from './refuse-unknown-floor.ts'

const codeMinutes = 10

/** Makes the code that a screen is enrolled with (DI-1). @throws 404; 422 field `floor` for an unknown floor */
export const createDisplay =
  (secret: string): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { clinic_id, name = '' } = input
    const floor = oneFloor(input.floor)
    refuseUnknownFloor(await clinicOf(ctx, clinic_id), floor)
    await deleteUnused(ctx, clinic_id)
    const code = newCode()
    const { recorded_by: enrolled_by, recorded_name: enrolled_name } = recorderOf(ctx)
    const row = { clinic_id, floor, name, enrolled_by, enrolled_name, code_hash: hashCode(secret, code) }
    const { id, code_expires_at } = await insertDisplay(ctx, row, codeMinutes)
    await recordAudit(ctx, { act: 'display.create', clinic_id, detail: { display_id: id, floor } })
    return { display_id: id, code, expires_at: code_expires_at.toString() }
  }
