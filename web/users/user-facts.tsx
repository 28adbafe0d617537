import { userTypeLabel } from '@eupnea/contract/access.ts'
import type { User } from '@eupnea/contract/users.ts'
import type { ReactNode } from 'react'
import { browserZone } from '../shared/form/local-time.ts'
import { dateText, dateTimeText } from '../shared/time.ts'
import { blocksOf, hasAdminFeature, valuesOf } from './user-values.ts'

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** All fields of the record that apply (US-5). */
export function UserFacts({ user }: { readonly user: User }) {
  const zone = browserZone()
  const values = valuesOf(user)
  const { person, profession, adminFeature } = blocksOf(values, values)
  return (
    <dl className="user-facts">
      <Fact label="E-mail">
        {user.email} <span className="table-sub">{user.is_email_verified ? '(verified)' : '(not verified yet)'}</span>
      </Fact>
      <Fact label="Phone number">{user.contact}</Fact>
      <Fact label="Type">{userTypeLabel(user.user_type)}</Fact>
      <Fact label="Groups">{user.groups.join(', ')}</Fact>
      {adminFeature && <Fact label="Administration">{hasAdminFeature(user) ? 'Open' : 'Closed'}</Fact>}
      <Fact label="Uses the mobile app">{yesNo(user.is_cpro_app_member)}</Fact>
      <Fact label="Code by SMS at sign-in">{yesNo(user.is_otp_enabled)}</Fact>
      {profession && (
        <>
          <Fact label="Credentials">{user.m_credentials}</Fact>
          <Fact label="NPI">{user.m_npi}</Fact>
        </>
      )}
      {person && (
        <>
          <Fact label="Date of birth">{user.dob && dateText(`${user.dob}T00:00:00Z`, 'UTC')}</Fact>
          <Fact label="Gender">{user.gender && user.gender.charAt(0).toLocaleUpperCase() + user.gender.slice(1)}</Fact>
          <Fact label="Weight">{user.weight_kg !== null && `${user.weight_kg} kg`}</Fact>
          <Fact label="Height">{user.height_cm !== null && `${user.height_cm} cm`}</Fact>
        </>
      )}
      <Fact label="Added">{dateTimeText(user.created_at, zone)}</Fact>
      <Fact label="Last sign-in">{user.last_login ? dateTimeText(user.last_login, zone) : 'Never'}</Fact>
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
