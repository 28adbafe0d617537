import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { chooseChannels as declaration, OwnChannels } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { isOnDuty, replaceChoices, selectChoices, selectOwn } from './duties.sql.ts'
import { ownChannels } from './own-channels.ts'
import { type Gateways, unreached } from './reach.ts'

/** Chooses again. @throws 409 on duty, when a danger that reached the person no longer would */
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
    const own = await selectOwn(ctx, id)
    await replaceChoices(ctx, id, input.choices)
    // A browser's subscription may have ended since: what reached nobody before is put right one choice at a time.
    const missed = unreached(gateways, own)
    const after = { ...own, choices: await selectChoices(ctx, id) }
    if ((await isOnDuty(ctx, id)) && unreached(gateways, after).some((kind) => !missed.includes(kind)))
      throw conflict('duty_channels_needed', m.duty_channels_needed(), 'choices')
    const changes = changesOf(
      said(own.choices.map((one) => ({ ...one, channels: [...one.channels] }))),
      said(input.choices),
    )
    await recordAudit(ctx, { act: 'duty.choose-channels', detail: { user_id: id }, changes })
    return ownChannels(ctx, gateways)
  }
