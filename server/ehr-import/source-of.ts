import type { Sealer } from '../platform/seal.ts'
import type { ConnectionRow } from './connections.sql.ts'
import type { EhrClientOptions } from './ehr-client.ts'
import { readFhir } from './fhir-source.ts'
import type { ReadPages } from './incoming.ts'
import { readPcc } from './pcc-source.ts'

/** Purpose of a sealed secret, so that it can't be opened in another clinic's row. */
export const purposeOf = (clinic_id: string): string => `ehr-connection ${clinic_id}`

export const jwksPath = (key_id: string): string => `/api/ehr-import/jwks/${key_id}`

/** How to read a connection's pages. @param tz of its clinic */
export function sourceOf(
  connection: ConnectionRow,
  tz: string,
  sealer: Sealer,
  baseUrl: string,
  options: Omit<EhrClientOptions, 'fetchToken'>,
): ReadPages {
  const secret = sealer.open(connection.sealed, purposeOf(connection.clinic_id))
  const { base_url, token_url, org_uuid, facility_id, client_id, algorithm, key_id, scopes } = connection
  if (connection.source === 'pcc')
    return readPcc({ base_url, token_url, org_uuid, facility_id, client_id, secret }, options)
  return readFhir(
    {
      ...{ tz, base_url, facility_id, client_id, private_key: secret, scopes },
      algorithm: algorithm as 'ES384' | 'RS384',
      key_id: key_id!,
      jwks_url: new URL(jwksPath(key_id!), baseUrl).href,
    },
    options,
  )
}
