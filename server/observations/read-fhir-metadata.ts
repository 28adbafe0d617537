import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readFhirMetadata as declaration } from '@eupnea/contract/observations.ts'
import { portalVersion, productName } from '@eupnea/contract/product.ts'
import { type FhirType, fhirTypes } from '@eupnea/contract/rules/fhir-scope.ts'
import { type SearchParam, searchParams } from '@eupnea/contract/rules/fhir-search.ts'
import { m } from '@eupnea/texts'
import { profiles } from './fhir-shapes.ts'
import { baseOf, type FhirParts } from './search-page.ts'

const oauthUris = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'
const bulkData = 'http://hl7.org/fhir/uv/bulkdata'

const exportOperation = (of: 'export' | 'patient-export' | 'group-export') => ({
  name: 'export',
  definition: `${bulkData}/OperationDefinition/${of}`,
})

const resourceOf = (type: FhirType) => ({
  type,
  ...(type in profiles && { supportedProfile: profiles[type as keyof typeof profiles] }),
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'no-version',
  searchParam: Object.entries<SearchParam>(searchParams[type]).map(([name, { type: kind, modifiers }]) => ({
    name,
    type: kind,
    ...(modifiers && { documentation: modifiers.map((modifier) => `:${modifier}`).join(', ') }),
  })),
  ...(type === 'Patient' && { operation: [exportOperation('patient-export')] }),
})

/** What the FHIR endpoint supports, and nothing else; contains no personal data, so anybody may read it (EH-2, FH-1). */
export const readFhirMetadata = (parts: FhirParts) => async (): Promise<CallOutput<typeof declaration>> => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-23',
  publisher: productName,
  kind: 'instance',
  instantiates: [`${bulkData}/CapabilityStatement/bulk-data`],
  software: { name: productName, version: portalVersion },
  implementation: { description: `${productName}: respiration rate of residents`, url: baseOf(parts) },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        cors: false,
        extension: [{ url: oauthUris, extension: [{ url: 'token', valueUri: `${parts.baseUrl()}/api/oauth/token` }] }],
        service: [
          {
            coding: [
              { system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' },
            ],
          },
        ],
        description: 'SMART Backend Services, or a session token of the portal, as Authorization: Bearer',
      },
      resource: [
        ...fhirTypes.map(resourceOf),
        {
          type: 'Group',
          documentation: m.observation_group_documentation(),
          operation: [exportOperation('group-export')],
        },
      ],
      operation: [exportOperation('export')],
    },
  ],
})
