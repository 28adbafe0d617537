import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readChannels as declaration } from '@eupnea/contract/duties.ts'
import type { Ctx } from '../platform/context.ts'
import { ownChannels } from './own-channels.ts'
import type { Gateways } from './reach.ts'

/** How one is told of what (AN-8). */
export const readChannels =
  (gateways: Gateways) =>
  ({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> =>
    ownChannels(ctx, gateways)
