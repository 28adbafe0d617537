import type { CallArguments } from '@eupnea/contract/call.ts'
import type { EhrConnection, EhrSource, saveEhrConnection } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'

/** The fields of a connection while they are typed. */
export interface ConnectionValues {
  readonly source: EhrSource
  readonly base_url: string
  readonly token_url: string
  readonly org_uuid: string
  readonly facility_id: string
  readonly client_id: string
  readonly secret: string
  readonly algorithm: 'ES384' | 'RS384'
}

export type ConnectionFaults = Readonly<Partial<Record<keyof ConnectionValues, string>>>

export const valuesOf = (connection: EhrConnection | null): ConnectionValues => ({
  source: connection?.source ?? 'pcc',
  base_url: connection?.base_url ?? '',
  token_url: connection?.token_url ?? '',
  org_uuid: connection?.org_uuid ?? '',
  facility_id: connection?.facility_id ?? '',
  client_id: connection?.client_id ?? '',
  secret: '',
  algorithm: connection?.algorithm ?? 'ES384',
})

/** @param isKept a secret is there already */
export function faultsOf(values: ConnectionValues, isKept: boolean): ConnectionFaults {
  const faults: Partial<Record<keyof ConnectionValues, string>> = {}
  for (const field of ['base_url', 'client_id'] as const) if (!values[field].trim()) faults[field] = m.rule_required()
  if (values.base_url.trim() && !URL.canParse(values.base_url.trim())) faults.base_url = m.ehr_import_address_wrong()
  if (values.token_url.trim() && !URL.canParse(values.token_url.trim())) faults.token_url = m.ehr_import_token_wrong()
  if (values.source !== 'pcc') return faults
  for (const field of ['org_uuid', 'facility_id'] as const) if (!values[field].trim()) faults[field] = m.rule_required()
  if (!values.secret && !isKept) faults.secret = m.rule_required()
  return faults
}

/** What is sent: without what the source does not know. */
export function inputOf(clinic_id: string, values: ConnectionValues): CallArguments<typeof saveEhrConnection> {
  const { source, base_url, client_id, facility_id, algorithm } = values
  const common = { clinic_id, source, base_url, client_id, facility_id }
  if (source === 'fhir') return { ...common, algorithm }
  const { token_url, org_uuid, secret } = values
  return { ...common, token_url, org_uuid, ...(secret && { secret }) }
}
