import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readDirectorySignIn as declaration } from '@eupnea/contract/directory.ts'
import type { Provider } from './provider.ts'

/** What the sign-in page says of the house's directory (SI-1). */
export const readDirectorySignIn = (provider: Provider | null) => async (): Promise<CallOutput<typeof declaration>> =>
  provider ? { name: provider.name, is_reachable: await provider.isReachable() } : { name: null, is_reachable: false }
