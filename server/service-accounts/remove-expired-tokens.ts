import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { deleteExpired } from './service-accounts.sql.ts'

/** Removes expired tokens, and assertions that would be refused for their age anyway; for a job, as identity (FH-2). */
export const removeExpiredTokens = (origin: CtxOrigin): Promise<void> => withCtx(origin, deleteExpired)
