import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listSavedViews as declaration } from '@eupnea/contract/saved-views.ts'
import type { Ctx } from '../platform/context.ts'
import { userOf } from '../sessions/index.ts'
import { savedViewAnswer } from './own-view.ts'
import { selectSavedViews } from './saved-views.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The caller's views of a list, by name (EA-2). */
export async function listSavedViews({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  return { items: (await selectSavedViews(ctx, userOf(ctx).id, input.list)).map(savedViewAnswer) }
}
