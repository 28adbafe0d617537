import type { Ctx } from '../platform/context.ts'
import { selectEntriesAbout } from './audit.sql.ts'

const pageSize = 1_000

/** What a person did and what was done to them, oldest first, in pages; for a copy of their data (PR-1). */
export const entriesAbout = (ctx: Ctx, type: 'user' | 'resident', id: string, after: number) =>
  selectEntriesAbout(ctx, type, id, { after, limit: pageSize })
