import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readSmartConfiguration as declaration } from '@eupnea/contract/observations.ts'
import { fhirTypes } from '@eupnea/contract/rules/fhir-scope.ts'
import type { FhirParts } from './search-page.ts'

/** Where programs sign in, and how (FH-1, FH-2). */
export const readSmartConfiguration =
  ({ baseUrl }: FhirParts) =>
  async (): Promise<CallOutput<typeof declaration>> => ({
    issuer: `${baseUrl()}/api/fhir`,
    token_endpoint: `${baseUrl()}/api/oauth/token`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
    scopes_supported: ['*', ...fhirTypes].flatMap((type) => [`system/${type}.rs`, `system/${type}.read`]),
    response_types_supported: [],
    code_challenge_methods_supported: [],
    capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
  })
