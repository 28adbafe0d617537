import { userTypeLabel } from '@eupnea/contract/access.ts'
import { type Fields, writeValue } from '@eupnea/contract/field-kinds.ts'
import { personalFields, professionalFields } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import type { ReactNode } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { dateTimeText, dayText } from '../shared/time.ts'
import { blocksOf, hasAdminFeature, valuesOf } from './user-values.ts'

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
      {profession && <Facts fields={professionalFields} user={user} />}
      {person && <Facts fields={personalFields} user={user} />}
      <Fact label={m.user_added_label()}>{dateTimeText(user.created_at, zone)}</Fact>
      <Fact label={m.user_last_login_label()}>
        {user.last_login ? dateTimeText(user.last_login, zone) : m.user_last_login_never()}
      </Fact>
    </dl>
  )
}

function Facts({ fields, user }: { readonly fields: Fields; readonly user: User }) {
  return Object.entries(fields).map(([name, field]) => (
    <Fact key={name} label={field.label?.() ?? name}>
      {writeValue(field, user[name as keyof User], dayText)}
    </Fact>
  ))
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || '–'}</dd>
    </div>
  )
}
