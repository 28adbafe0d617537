import type { UserType } from '@eupnea/contract/access.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import type { userFormFields } from '@eupnea/contract/users.fields.ts'
import { userFormFields as fields, isOfClinicAdmins, isOfOneClinic } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { NativeSelect, Switch } from '@mantine/core'
import { type ComponentProps, useRef } from 'react'
import formStyles from '../shared/form/form.module.css'
import { type Line, linesOf } from '../shared/form/lines.ts'
import { RecordForm } from '../shared/form/record-form.tsx'
import { isClinicAdmin } from '../shared/session.ts'
import { ClinicField } from './clinic-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { typeMeanings, typeOptions } from './user-types.ts'

interface UserFormProps extends Omit<ComponentProps<typeof RecordForm<typeof userFormFields>>, 'controls'> {
  /** null: a new one */
  readonly user: User | null
  /** nobody takes their own rights away (US-8) */
  readonly isOwn?: boolean
  readonly session: Session
  /** may make Superadmins and open the administration */
  readonly mayGrant: boolean
}

/** The fields that a user of the chosen type has (US-4, US-5). */
export function UserForm({ user, session, isOwn = false, mayGrant, form, ...props }: UserFormProps) {
  const { values, change } = form
  const isOne = isOfOneClinic(values.user_type)
  const clinicHelp = () => {
    if (isOne) return m.user_clinic_help()
    return values.user_type === 'member' ? m.user_clinics_member_help() : fields.clinic_ids.help()
  }
  /** the clinics before a type of one clinic was chosen */
  const many = useRef<readonly Line[]>([])

  function changeType(user_type: string) {
    const { clinic_ids } = values
    const willBeOne = isOfOneClinic(user_type)
    const isUntouched = clinic_ids[0] === many.current[0]
    if (willBeOne && !isOne) many.current = clinic_ids
    change({
      user_type,
      clinic_ids: willBeOne ? clinic_ids.slice(0, 1) : isOne && isUntouched ? many.current : clinic_ids,
    })
  }

  return (
    <RecordForm
      {...props}
      form={form}
      controls={{
        contact: (field) => <PhoneField label={fields.contact.label()} isNew={user === null} {...field} />,
        user_type: ({ value, fault }) => (
          <NativeSelect
            className={formStyles.formWhole}
            label={fields.user_type.label()}
            required
            disabled={isOwn}
            description={
              isOwn ? m.user_own_type_help() : value ? typeMeanings[value as UserType]() : fields.user_type.help()
            }
            data={[
              ...(value ? [] : [{ value: '', label: m.user_type_required() }]),
              ...typeOptions().filter(({ value: type }) =>
                isClinicAdmin(session) ? isOfClinicAdmins(type) : type !== 'sa' || mayGrant,
              ),
            ]}
            name="user_type"
            value={value}
            onChange={(event) => changeType(event.currentTarget.value)}
            error={fault}
          />
        ),
        clinic_ids: ({ value, fault, onChange }) => (
          <div className={formStyles.formWhole} data-field="clinic_ids">
            <ClinicField
              label={isOne ? m.user_clinic_label() : fields.clinic_ids.label()}
              description={clinicHelp()}
              isOne={isOne}
              value={value.map(({ text }) => text)}
              only={isClinicAdmin(session) ? session.admin_clinic_ids : undefined}
              known={user?.clinic_list}
              onChange={(ids) => {
                onChange(linesOf(ids))
                change({ admin_clinic_ids: values.admin_clinic_ids.filter(({ text }) => ids.includes(text)) })
              }}
              error={fault}
            />
          </div>
        ),
        admin_clinic_ids: ({ value, fault, onChange }) => {
          const chosen = values.clinic_ids.map(({ text }) => text)
          return (
            <div className={formStyles.formWhole} data-field="admin_clinic_ids">
              <ClinicField
                label={fields.admin_clinic_ids.label()}
                description={fields.admin_clinic_ids.help()}
                hint={m.user_admin_clinics_none()}
                isOne={false}
                isDisabled={isOwn}
                only={chosen}
                value={value.map(({ text }) => text)}
                known={user?.clinic_list}
                onChange={(ids) => onChange(linesOf(ids))}
                error={fault}
              />
            </div>
          )
        },
        is_admin_feature: ({ value, onChange }) =>
          mayGrant && (
            <Switch
              className={formStyles.formWhole}
              label={fields.is_admin_feature.label()}
              description={fields.is_admin_feature.help()}
              disabled={isOwn}
              checked={value}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />
          ),
      }}
    />
  )
}
