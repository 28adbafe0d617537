import { m } from '@eupnea/texts'
import type { CtxOrigin } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { Provider } from './provider.ts'

/** Nobody is signed in yet, so the portal itself looks; it keeps the address of who asks. */
export const asDirectory = (origin: CtxOrigin): CtxOrigin => ({
  ...origin,
  actor: { type: 'job', name: 'directory' },
})

/** @throws 404 where no identity provider is configured */
export function configured(provider: Provider | null): Provider {
  if (!provider) throw new PortalError(404, 'directory_not_configured', m.directory_not_configured())
  return provider
}
