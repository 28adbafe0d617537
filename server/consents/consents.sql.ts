import type { ConsentState } from '@eupnea/contract/consents.fields.ts'
import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, NotNull, Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Table of this noun: consents, with the view consents_in_force. */

export type ConsentRow = Selectable<DB['consents']>

export const selectConsentInForce = ({ db }: Ctx, resident_id: string) =>
  db
    .selectFrom('consents_in_force')
    .select(['clinic_id', 'requires_consent'])
    .where('resident_id', '=', resident_id)
    .$narrowType<{ clinic_id: NotNull; requires_consent: NotNull }>()
    .executeTakeFirst()

/** Newest first. */
export const selectVersions = ({ db }: Ctx, resident_id: string): Promise<ConsentRow[]> =>
  db.selectFrom('consents').selectAll().where('resident_id', '=', resident_id).orderBy('id', 'desc').execute()

export const insertConsent = async (
  { db }: Ctx,
  values: Insertable<DB['consents']> & { readonly state: ConsentState },
): Promise<void> => void (await db.insertInto('consents').values(values).execute())
