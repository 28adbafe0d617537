import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import type { ReactNode } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { dateText, dateTimeText } from '../shared/time.ts'
import { blocksOf, hasAdminFeature, valuesOf } from './user-values.ts'
import { genderText } from './user-words.ts'

const yesNo = (is: boolean): string => (is ? m.user_yes() : m.user_no())

/** All fields of the record that apply (US-5). */
export function UserFacts({ user }: { readonly user: User }) {
  const zone = browserZone()
  const values = valuesOf(user)
  const { person, profession, adminFeature } = blocksOf(values, values)
  return (
    <dl className="user-facts">
      <Fact label={m.user_email_label()}>
        {user.email}{' '}
        <span className="table-sub">
          {user.is_email_verified ? m.user_email_verified() : m.user_email_unverified()}
        </span>
      </Fact>
      <Fact label={m.user_phone_label()}>{user.contact}</Fact>
      <Fact label={m.user_type_label()}>{userTypeLabel(user.user_type)}</Fact>
      <Fact label={m.user_groups_label()}>{user.groups.join(', ')}</Fact>
      {adminFeature && <Fact label={m.user_admin_label()}>{yesNo(hasAdminFeature(user))}</Fact>}
      <Fact label={m.user_app_label()}>{yesNo(user.is_cpro_app_member)}</Fact>
      <Fact label={m.user_otp_label()}>{yesNo(user.is_otp_enabled)}</Fact>
      {profession && (
        <>
          <Fact label={m.user_credentials_label()}>{user.m_credentials}</Fact>
          <Fact label={m.user_npi_label()}>{user.m_npi}</Fact>
        </>
      )}
      {person && (
        <>
          <Fact label={m.user_dob_label()}>{user.dob && dateText(`${user.dob}T00:00:00Z`, 'UTC')}</Fact>
          <Fact label={m.user_gender_label()}>{user.gender && genderText(user.gender)}</Fact>
          <Fact label={m.user_weight_label()}>
            {user.weight_kg !== null && m.user_weight({ weight: user.weight_kg })}
          </Fact>
          <Fact label={m.user_height_label()}>
            {user.height_cm !== null && m.user_height({ height: user.height_cm })}
          </Fact>
        </>
      )}
      <Fact label={m.user_added_label()}>{dateTimeText(user.created_at, zone)}</Fact>
      <Fact label={m.user_last_login_label()}>
        {user.last_login ? dateTimeText(user.last_login, zone) : m.user_last_login_never()}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
