import type { readChannels as declaration } from '@eupnea/contract/duties.ts'
import type { Verb } from '../platform/route.ts'
import { ownChannels } from './own-channels.ts'
import type { Gateways } from './reach.ts'

/** Which channels notify the caller of what (AN-8). */
export const readChannels =
  (gateways: Gateways): Verb<typeof declaration> =>
  ({ ctx }) =>
    ownChannels(ctx, gateways)
