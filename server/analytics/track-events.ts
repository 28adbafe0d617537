import type { trackEvents as declaration } from '@eupnea/contract/analytics.ts'
import type { CallInput } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { withCtx } from '../platform/context.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { addEvents, type EventCount } from './analytics.sql.ts'

/**
 * Counts page views and events per day by the user's role; people and addresses are not stored (AP-4). Opens its
 * transaction only for calls within the limit.
 * @throws 429
 */
export function trackEvents(): VerbApart<typeof declaration> {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const { actor, address = null } = origin
    // All browsers of a facility may share an address.
    limit('id' in actor ? actor.id : address)
    const role = actor.type === 'user' ? actor.role : 'visitor'
    await withCtx(origin, (ctx) => addEvents(ctx, role, countsOf(input.events)))
    return {}
  }
}

/** Each name and route once, in a fixed order, so that simultaneous calls don't deadlock. */
function countsOf(events: CallInput<typeof declaration>['events']): EventCount[] {
  const counts = new Map<string, EventCount>()
  for (const { name, route } of events) {
    const key = `${name} ${route}`
    counts.set(key, { name, route, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.keys()].sort().map((key) => counts.get(key)!)
}
