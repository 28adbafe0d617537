import type { UserType } from '@eupnea/contract/access.ts'
import type { userFormFields } from '@eupnea/contract/users.fields.ts'
import { userFormFields as fields, isOfOneClinic } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { NativeSelect, Switch } from '@mantine/core'
import { type ComponentProps, useRef } from 'react'
import { type Line, linesOf } from '../shared/form/lines.ts'
import { RecordForm } from '../shared/form/record-form.tsx'
import { ClinicField } from './clinic-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { typeMeanings, typeOptions } from './user-types.ts'

interface UserFormProps extends Omit<ComponentProps<typeof RecordForm<typeof userFormFields>>, 'controls'> {
  /** null: a new one */
  readonly user: User | null
  /** nobody takes their own rights away (US-8) */
  readonly isOwn?: boolean
  /** may make Superadmins and open the administration */
  readonly mayGrant: boolean
}

/** The fields that a user of the chosen type has (US-4, US-5). */
export function UserForm({ user, isOwn = false, mayGrant, form, ...props }: UserFormProps) {
  const { values, change } = form
  const isOne = isOfOneClinic(values.user_type)
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
            className="form-whole"
            label={fields.user_type.label()}
            required
            disabled={isOwn}
            description={
              isOwn ? m.user_own_type_help() : value ? typeMeanings[value as UserType]() : fields.user_type.help()
            }
            data={[
              ...(value ? [] : [{ value: '', label: m.user_type_required() }]),
              ...typeOptions().filter((option) => option.value !== 'sa' || mayGrant),
            ]}
            name="user_type"
            value={value}
            onChange={(event) => changeType(event.currentTarget.value)}
            error={fault}
          />
        ),
        clinic_ids: ({ value, fault, onChange }) => (
          <div className="form-whole" data-field="clinic_ids">
            <ClinicField
              label={isOne ? m.user_clinic_label() : fields.clinic_ids.label()}
              description={isOne ? m.user_clinic_help() : fields.clinic_ids.help()}
              isOne={isOne}
              value={value.map(({ text }) => text)}
              known={user?.clinic_list}
              onChange={(ids) => onChange(linesOf(ids))}
              error={fault}
            />
          </div>
        ),
        is_admin_feature: ({ value, onChange }) =>
          mayGrant && (
            <Switch
              className="form-whole"
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
