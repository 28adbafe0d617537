import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readPushKey as declaration } from '@eupnea/contract/push-subscriptions.ts'

/** The portal's public key, for which a browser takes pushes. */
export const readPushKey = (key: string) => async (): Promise<CallOutput<typeof declaration>> => ({ key })
