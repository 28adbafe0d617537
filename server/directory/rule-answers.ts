import type { DirectoryRule } from '@eupnea/contract/directory.ts'
import { fitsClinics } from '@eupnea/contract/users.fields.ts'
import { m } from '@eupnea/texts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import type { RuleRow } from './directory.sql.ts'

/** Rows as the contract's rules, without facilities that no longer exist. */
export async function ruleAnswers(ctx: Ctx, rows: readonly RuleRow[]): Promise<DirectoryRule[]> {
  const names = await clinicNames(
    ctx,
    rows.flatMap((row) => row.clinic_ids),
  )
  return rows.map(({ id, group_name, user_type, is_admin_feature, clinic_ids }) => {
    const clinic_list = names.filter((clinic) => clinic_ids.includes(clinic.id))
    return {
      id,
      group_name,
      user_type,
      is_admin_feature,
      clinic_list,
      clinic_ids: clinic_list.map((clinic) => clinic.id),
    }
  })
}

/** @throws 422 field `clinic_ids` for an unknown facility, or more than the user type may have */
export async function checkRule(ctx: Ctx, user_type: string, clinic_ids: readonly string[]): Promise<void> {
  // Several rules may add up to the one, but none can take any away.
  if (clinic_ids.length > 1 && !fitsClinics(user_type, clinic_ids.length))
    throw refused('clinic_ids', m.user_clinics_exactly_one())
  const known = await clinicNames(ctx, clinic_ids)
  if (known.length < new Set(clinic_ids).size) throw refused('clinic_ids', m.user_clinic_unknown())
}
