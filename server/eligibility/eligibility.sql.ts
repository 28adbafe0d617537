import type { DB } from '@eupnea/db/types.ts'
import type { Insertable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import type { Page } from '../platform/paging.ts'
import { isIn, namesOf } from '../platform/text-search.ts'

/** Table of this noun: eligibility_logs; with the views noted_residents and linked_files. */

export async function insertEligibilityLog({ db }: Ctx, values: Insertable<DB['eligibility_logs']>): Promise<void> {
  await db.insertInto('eligibility_logs').values(values).execute()
}

export interface EligibilityFilter {
  readonly clinic_id?: string
  readonly patient_id?: string
  readonly search?: string
  /** stored in [since, until) */
  readonly since?: Temporal.Instant | undefined
  readonly until?: Temporal.Instant | undefined
}

/** A page, newest first, with the count of all; `linked` is null where no link may be given. */
export async function selectEligibilityLogs(
  { db }: Ctx,
  { clinic_id, patient_id, search, since, until }: EligibilityFilter,
  page: Page,
) {
  let query = db
    .selectFrom('eligibility_logs as log')
    .innerJoin('noted_residents as resident', 'resident.resident_id', 'log.resident_id')
  if (clinic_id) query = query.where('log.clinic_id', '=', clinic_id)
  if (patient_id) query = query.where('log.resident_id', '=', patient_id)
  if (since) query = query.where('log.created_at', '>=', since)
  if (until) query = query.where('log.created_at', '<', until)
  if (search) query = query.where(isIn(search, namesOf(), 'room', 'billing_information', 'information_file'))
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .leftJoin('linked_files as linked', 'linked.file_id', 'log.file_id')
    .selectAll('log')
    .select(['resident.first_name', 'resident.last_name', 'resident.room', 'linked.file_id as linked', 'is_present'])
    .orderBy('log.created_at', 'desc')
    .orderBy('log.id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { rows, total }
}
