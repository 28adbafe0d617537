import { access, allows } from '@eupnea/contract/access.ts'
import { type createDuty as declaration, dutyLimits } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { type ClinicFacts, clinicOf } from '../clinics/index.ts'
import { type Actor, holderOf, isClinicAdmin } from '../platform/context.ts'
import { conflict, PortalError, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { beginDuty } from './begin-duty.ts'
import { selectOwn, selectPerson } from './duties.sql.ts'
import type { Gateways } from './reach.ts'

/**
 * Takes floors until then, for oneself or, by who manages the facility, for somebody else. What is open there is told at
 * once (AN-7).
 * @throws 404, 403, 422 for impossible times and floors, 409 for who can't be reached outside the page
 */
export const createDuty =
  (gateways: Gateways): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const clinic = await clinicOf(ctx, input.clinic_id)
    const until = Temporal.Instant.from(input.until)
    const own = ctx.actor.type === 'user' ? ctx.actor.id : ''
    const user_id = input.user_id ?? own
    if (user_id !== own && !manages(ctx.actor, clinic.id))
      throw new PortalError(403, 'duty_for_others', m.duty_for_others())
    refuseImpossible(clinic, until, input.floors)
    const person = await (user_id === own ? selectOwn(ctx, own) : selectPerson(ctx, clinic.id, user_id))
    if (!person) throw refused('user_id', m.duty_person_unknown())
    const duty = await beginDuty(ctx, gateways, person, { clinic_id: clinic.id, floors: input.floors, until })
    if (duty) return duty
    const words = user_id === own ? m.duty_unreachable() : m.duty_other_unreachable({ name: person.name })
    throw conflict('duty_unreachable', words)
  }

const manages = (actor: Actor, clinic_id: string): boolean =>
  allows(access.managers, holderOf(actor)) ||
  (actor.type === 'user' && isClinicAdmin(actor) && actor.adminClinicIds!.includes(clinic_id))

function refuseImpossible({ floors }: ClinicFacts, until: Temporal.Instant, given: readonly string[]): void {
  const hours = Temporal.Now.instant().until(until).total('hours')
  if (hours <= 0) throw refused('until', m.duty_over())
  if (hours > dutyLimits.hours) throw refused('until', m.duty_too_long({ hours: dutyLimits.hours }))
  const unknown = given.find((floor) => !floors.includes(floor))
  if (unknown !== undefined) throw refused('floors', m.duty_floor_unknown({ floor: unknown }))
}
