import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readFhirMetadata as declaration } from '@eupnea/contract/observations.ts'
import { portalVersion, productName } from '@eupnea/contract/product.ts'

const param = (name: string, type: 'token' | 'reference' | 'date') => ({ name, type })
const read = { code: 'read' } as const
const search = { code: 'search-type' } as const

/** What the FHIR endpoint supports; contains no personal data, so anybody may read it (EH-2). */
export const readFhirMetadata = (baseUrl: () => string) => async (): Promise<CallOutput<typeof declaration>> => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-21',
  publisher: productName,
  kind: 'instance',
  software: { name: productName, version: portalVersion },
  implementation: { description: `${productName}: respiration rate of residents`, url: `${baseUrl()}/api/fhir` },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: { description: 'Authorization: Bearer with a session token of the portal' },
      resource: [
        {
          type: 'Patient',
          interaction: [read, search],
          searchParam: [param('_id', 'token'), param('identifier', 'token'), param('organization', 'reference')],
        },
        {
          type: 'Observation',
          interaction: [search],
          searchParam: [
            param('patient', 'reference'),
            param('date', 'date'),
            param('code', 'token'),
            param('category', 'token'),
          ],
        },
      ],
    },
  ],
})
