import { access, allows } from '@eupnea/contract/access.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { type createDuty as declaration, dutyLimits } from '@eupnea/contract/duties.ts'
import { channelsOf } from '@eupnea/contract/rules/channels.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { type ClinicFacts, clinicOf } from '../clinics/index.ts'
import { type Ctx, holderOf, recorderOf } from '../platform/context.ts'
import { PortalError, refused } from '../platform/errors.ts'
import { saveDuty, selectDuty, selectOwn, selectPerson } from './duties.sql.ts'
import { dutyAnswer } from './duty-answer.ts'
import { type Gateways, workingChannels } from './reach.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Takes floors until then, for oneself or, by who manages the facility, for somebody else. What is open there is told at
 * once (AN-7).
 * @throws 404, 403, 422 for impossible times and floors, 409 for who can't be reached outside the page
 */
export const createDuty =
  (gateways: Gateways) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const clinic = await clinicOf(ctx, input.clinic_id)
    const until = Temporal.Instant.from(input.until)
    const own = ctx.actor.type === 'user' ? ctx.actor.id : ''
    const user_id = input.user_id ?? own
    if (user_id !== own && !allows(access.managers, holderOf(ctx.actor)))
      throw new PortalError(403, 'duty_for_others', m.duty_for_others())
    refuseImpossible(clinic, until, input.floors)
    const person = await (user_id === own ? selectOwn(ctx, own) : selectPerson(ctx, clinic.id, user_id))
    if (!person) throw refused('user_id', m.duty_person_unknown())
    const chosen = channelsOf(person.choices, 'no_breathing', 'danger', true)
    if (!workingChannels(gateways, person).some((one) => chosen.includes(one)))
      throw new PortalError(
        409,
        'duty_unreachable',
        user_id === own ? m.duty_unreachable() : m.duty_other_unreachable({ name: person.name }),
      )
    const floors = [...new Set(input.floors)].sort()
    const id = await saveDuty(ctx, { clinic_id: clinic.id, user_id, floors, until, ...recorderOf(ctx) })
    await recordAudit(ctx, {
      act: 'duty.create',
      clinic_id: clinic.id,
      detail: { user_id, floors, until: input.until },
    })
    await ctx.emit({ type: 'changed', noun: 'duties', clinic_id: clinic.id })
    // What is open on these floors waits to be told.
    await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id: clinic.id })
    return dutyAnswer((await selectDuty(ctx, id))!)
  }

function refuseImpossible({ floors }: ClinicFacts, until: Temporal.Instant, given: readonly string[]): void {
  const hours = Temporal.Now.instant().until(until).total('hours')
  if (hours <= 0) throw refused('until', m.duty_over())
  if (hours > dutyLimits.hours) throw refused('until', m.duty_too_long({ hours: dutyLimits.hours }))
  const unknown = given.find((floor) => !floors.includes(floor))
  if (unknown !== undefined) throw refused('floors', m.duty_floor_unknown({ floor: unknown }))
}
