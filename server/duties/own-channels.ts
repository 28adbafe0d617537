import type { OwnChannels } from '@eupnea/contract/duties.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { isOnDuty, selectChoices, selectReach } from './duties.sql.ts'
import { type Gateways, workingChannels } from './reach.ts'

/** How the caller is notified. */
export async function ownChannels(ctx: Ctx, gateways: Gateways): Promise<OwnChannels> {
  const { id } = userOf(ctx)
  const choices = await selectChoices(ctx, id)
  return {
    choices: choices.map((choice) => ({ ...choice, channels: [...choice.channels] })),
    working: ['popup', 'sound', ...workingChannels(gateways, await selectReach(ctx, id))],
    is_on_duty: await isOnDuty(ctx, id),
  }
}
