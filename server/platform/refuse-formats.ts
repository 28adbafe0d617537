import type { Call } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import type { FastifyRequest } from 'fastify'
import { PortalError } from './errors.ts'

const isJson = /^(\*\/\*|application\/(\*|json|fhir\+json|json\+fhir)|text\/json)$/

/**
 * Where a standard has other formats too, whoever accepts only those would take our JSON for one of them. FHIR's
 * parameter `_format` counts instead of the header.
 * @throws PortalError 406
 */
export function refuseOtherFormats({ mediaType }: Call, { headers, query, body }: FastifyRequest): void {
  const ranges = headers.accept
    ?.toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
  if (!mediaType || !ranges || headers.accept?.trim() === '') return
  if ([query, body].some((given) => typeof given === 'object' && given !== null && '_format' in given)) return
  const isRefused = (parameters: string[]) => parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  if (!ranges.some(([type = '', ...parameters]) => isJson.test(type) && !isRefused(parameters)))
    throw new PortalError(406, 'not_acceptable', m.platform_not_acceptable({ type: mediaType.split(';')[0]! }))
}
