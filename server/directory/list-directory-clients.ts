import type { DirectoryClient, listDirectoryClients as declaration } from '@eupnea/contract/directory.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { type ClientRow, selectClients } from './directory.sql.ts'

/** Who may send people by SCIM, oldest first, without their tokens (SI-1). */
export const listDirectoryClients: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectClients(ctx, pageOf(input))
  return { items: rows.map(clientAnswer), pagination: paginationOf(input, total) }
}

export const clientAnswer = ({ id, name, created_at, created_by, last_used_at }: ClientRow): DirectoryClient => ({
  ...{ id, name, created_by },
  created_at: created_at.toString(),
  last_used_at: last_used_at?.toString() ?? null,
})
