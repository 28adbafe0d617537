import { fieldsOf } from '@eupnea/contract/field-kinds.ts'
import { userFields } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import type { ReactNode } from 'react'
import { Details } from '../shared/form/details.tsx'
import { browserZone } from '../shared/form/local-time.ts'
import { dateTimeText } from '../shared/time.ts'
import { recordOf } from './user-record.ts'
import { clinicsText } from './user-words.ts'

/** The clinics have a list of their own, and are known by their names. */
const { clinic_ids: _clinics, admin_clinic_ids: _administered, ...shown } = userFields

/** All fields of the record that apply (US-5). */
export function UserFacts({ user }: { readonly user: User }) {
  const zone = browserZone()
  const record = recordOf(user)
  return (
    <Details
      fields={fieldsOf(shown, record, record)}
      record={record}
      notes={{ email: user.is_email_verified ? m.user_email_verified() : m.user_email_unverified() }}
    >
      {user.admin_clinic_ids.length > 0 && (
        <Fact label={userFields.admin_clinic_ids.label()}>
          {clinicsText(user.clinic_list.filter(({ id }) => user.admin_clinic_ids.includes(id)).map(({ name }) => name))}
        </Fact>
      )}
      <Fact label={m.user_groups_label()}>{user.groups.join(', ')}</Fact>
      <Fact label={m.user_app_label()}>{user.is_cpro_app_member ? m.common_yes() : m.common_no()}</Fact>
      <Fact label={m.user_added_label()}>{dateTimeText(user.created_at, zone)}</Fact>
      <Fact label={m.user_last_login_label()}>
        {user.last_login ? dateTimeText(user.last_login, zone) : m.user_last_login_never()}
      </Fact>
    </Details>
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
