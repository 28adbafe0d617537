import type { Ctx } from '../platform/context.ts'
import { selectSuperadminEmails } from './users.sql.ts'

/** Addresses of the Superadmins who may sign in: they look after the portal itself. */
export const listSuperadminEmails = (ctx: Ctx): Promise<string[]> => selectSuperadminEmails(ctx)
