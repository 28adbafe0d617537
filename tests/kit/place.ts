import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import type { Place } from '../../server/live/bed/bed.ts'

/** A place under which somebody lies, but for what a test says. */
export const placeWith = (told: Partial<Place>): Place => ({
  no: 1,
  id: 'd',
  clinicId: 'c',
  clinicNo: 1,
  residentId: 'r',
  residentSince: null,
  linkedAt: null,
  firstMinute: null,
  topicPrefix: null,
  tz: 'UTC',
  locale: 'en-GB',
  presenceRange: defaultPresenceRange,
  plan: defaultPlan,
  earlierPlans: [],
  leave: null,
  ...told,
})
