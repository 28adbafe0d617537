import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { chooseChannels as declaration, OwnChannels } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { isOnDuty, replaceChoices, selectChoices, selectOwn } from './duties.sql.ts'
import { ownChannels } from './own-channels.ts'
import { type Gateways, isReachable } from './reach.ts'

/** Chooses it anew. @throws 409 on duty, when nothing that works is left for a danger */
export const chooseChannels =
  (gateways: Gateways) =>
  async ({
    ctx,
    input,
  }: {
    ctx: Ctx
    input: CallInput<typeof declaration>
  }): Promise<CallOutput<typeof declaration>> => {
    const { id } = userOf(ctx)
    const said = (choices: OwnChannels['choices']) =>
      Object.fromEntries(choices.map(({ kind, severity, channels }) => [`${kind} ${severity}`, channels.join(', ')]))
    const before = await selectChoices(ctx, id)
    await replaceChoices(ctx, id, input.choices)
    if ((await isOnDuty(ctx, id)) && !isReachable(gateways, await selectOwn(ctx, id)))
      throw conflict('duty_channels_needed', m.duty_channels_needed(), 'choices')
    const changes = changesOf(said(before.map((one) => ({ ...one, channels: [...one.channels] }))), said(input.choices))
    await recordAudit(ctx, { act: 'duty.choose-channels', detail: { user_id: id }, changes })
    return ownChannels(ctx, gateways)
  }
