import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import type { FastifyRequest } from 'fastify'
import { PortalError } from './errors.ts'

const isJson = /^(\*\/\*|application\/(\*|json|fhir\+json|json\+fhir)|text\/json)$/

/**
 * Refuses a client that accepts only other formats of the call's standard, such as XML: it would read our JSON as one of
 * them. FHIR's parameter `_format` takes precedence over the header.
 * @throws PortalError 406
 */
export function refuseOtherFormats({ mediaType }: Call, { headers, query, body }: FastifyRequest): void {
  if (!mediaType || !headers.accept?.trim()) return
  const ranges = headers.accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
  if ([query, body].some((given) => typeof given === 'object' && given !== null && '_format' in given)) return
  const isRefused = (parameters: string[]) => parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  if (!ranges.some(([type = '', ...parameters]) => isJson.test(type) && !isRefused(parameters)))
    throw new PortalError(406, 'not_acceptable', m.platform_not_acceptable({ type: mediaType.split(';')[0]! }))
}
