import type { ServiceAccount } from '@eupnea/contract/service-accounts.ts'
import type { AccountRow } from './service-accounts.sql.ts'

/** A row as the contract's service account. */
export const accountAnswer = (row: AccountRow): ServiceAccount => ({
  client_id: row.id,
  name: row.name,
  jwks_url: row.jwks_url,
  scopes: row.scopes,
  clinic_ids: row.clinic_ids,
  created_by: row.created_name,
  created_at: row.created_at.toString(),
  last_used_at: row.last_used_at?.toString() ?? null,
})
