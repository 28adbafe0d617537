import type { MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refused } from '../platform/errors.ts'
import { medicalGroupAnswers } from './medical-group-answer.ts'
import { selectMedicalGroup } from './medical-groups.sql.ts'

/** @throws 404 */
export async function medicalGroupOf(ctx: Ctx, id: string): Promise<MedicalGroup> {
  const row = await selectMedicalGroup(ctx, id)
  if (!row) throw notFound('medical group')
  return (await medicalGroupAnswers(ctx, [row]))[0]!
}

interface Given {
  readonly clinic_ids?: readonly string[] | undefined
  readonly facilities?: readonly (string | { readonly id: string })[] | undefined
}

/** The clinics in a request, under either name of the list. */
export const clinicsGiven = ({ clinic_ids, facilities = [] }: Given): readonly string[] =>
  clinic_ids ?? facilities.map((one) => (typeof one === 'string' ? one : one.id))

export const idsOf = ({ facilities }: MedicalGroup): string[] => facilities.map(({ id }) => id)

/** Removes duplicates. @throws 422 field `clinic_ids` when a clinic doesn't exist */
export async function checkClinics(ctx: Ctx, given: readonly string[]): Promise<string[]> {
  const ids = [...new Set(given)]
  if ((await clinicNames(ctx, ids)).length < ids.length) throw refused('clinic_ids', m.medical_group_clinic_unknown())
  return ids
}
