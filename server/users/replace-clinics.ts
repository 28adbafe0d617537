import type { Ctx } from '../platform/context.ts'
import { deleteOtherClinics, insertUserClinics } from './user-clinics.sql.ts'

/** The clinics a user gained and lost. */
export interface MovedClinics {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Replaces a user's clinics; the caller has locked their row. */
export async function replaceClinics(ctx: Ctx, user_id: string, clinic_ids: readonly string[]): Promise<MovedClinics> {
  const removed = await deleteOtherClinics(ctx, user_id, clinic_ids)
  const added = (await insertUserClinics(ctx, [user_id], clinic_ids)).map((row) => row.clinic_id)
  return { added, removed }
}
