import type { Ctx } from '../platform/context.ts'

/** Who added a device to stock: Superadmins are recorded as admin, everyone else as user (DE-6). */
export function stockerOf({ actor }: Ctx): { readonly admin: string | null; readonly user: string | null } {
  if (actor.type !== 'user') return { admin: null, user: null }
  return actor.role === 'Superadmin' ? { admin: actor.id, user: null } : { admin: null, user: actor.id }
}
