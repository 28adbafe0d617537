import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { DirectoryRightsAnswer, DirectoryVerdictAnswer } from '@eupnea/contract/directory.ts'
import { seesEveryClinic } from '@eupnea/contract/users.fields.ts'
import { m } from '@eupnea/texts'

type Rights = NonNullable<DirectoryRightsAnswer>

export const typeText = ({ user_type, is_admin_feature }: Pick<Rights, 'user_type' | 'is_admin_feature'>): string =>
  is_admin_feature ? m.directory_admin_feature({ type: userTypeLabel(user_type) }) : userTypeLabel(user_type)

export function clinicsText({ user_type, clinic_list }: Pick<Rights, 'user_type' | 'clinic_list'>): string {
  if (seesEveryClinic(user_type)) return m.directory_clinics_all()
  return clinic_list.length > 0 ? clinic_list.map(({ name }) => name).join(', ') : m.directory_clinics_none()
}

export const rightsText = (rights: DirectoryRightsAnswer): string =>
  rights ? `${typeText(rights)} · ${clinicsText(rights)}` : m.directory_not_let_in()

export const refusalText: Record<NonNullable<DirectoryVerdictAnswer['refusal']>, () => string> = {
  no_group: m.directory_check_no_group,
  not_one_clinic: m.directory_check_not_one_clinic,
  local: m.directory_check_local,
  inactive: m.directory_check_inactive,
}
