import type { UserType } from '@eupnea/contract/access.ts'
import { m } from '@eupnea/texts'
import { Checkbox, NativeSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { FormPart } from '../shared/form/form-part.tsx'
import '../shared/form/form.css'
import { personalFields, professionalFields, userFields } from '@eupnea/contract/users.fields.ts'
import type { Faults } from '../shared/form/use-form-values.ts'
import { countryOptions } from './calling-codes.ts'
import { ClinicField } from './clinic-field.tsx'
import { isOfOneClinic, typeMeanings, typeOptions } from './user-types.ts'
import { blocksOf, noValues, type UserValues } from './user-values.ts'

const allFields = { ...userFields, ...personalFields, ...professionalFields }

interface UserFieldsProps {
  readonly values: UserValues
  /** what is kept of the user; absent for a new one */
  readonly kept?: UserValues
  readonly faults: Faults
  readonly onChange: (change: Partial<UserValues>) => void
  /** nobody takes their own rights away (US-8) */
  readonly isOwn?: boolean
  /** may make Superadmins and open the administration */
  readonly mayGrant: boolean
  readonly knownClinics?: readonly { readonly id: string; readonly name: string }[]
}

/** The fields that a user of the chosen type has (US-4, US-5). */
export function UserFields(props: UserFieldsProps) {
  const { values, kept = noValues, faults, onChange, isOwn = false, mayGrant, knownClinics } = props
  const isNew = props.kept === undefined
  const blocks = blocksOf(values, kept)
  const text = (name: keyof typeof allFields) => ({
    name,
    label: allFields[name].label(),
    value: String(values[name]),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    error: faults[name],
    autoComplete: 'off',
  })
  const genders = [
    { value: '', label: personalFields.gender.none() },
    ...Object.entries(personalFields.gender.choices).map(([value, words]) => ({ value, label: words() })),
  ]
  const isOddGender = !genders.some(({ value }) => value === values.gender)
  return (
    <>
      <FormPart title={m.user_part_name()}>
        <TextInput required maxLength={userFields.first_name.max} {...text('first_name')} />
        <TextInput required maxLength={userFields.last_name.max} {...text('last_name')} />
        <TextInput type="email" required maxLength={254} {...text('email')} />
        <Phone values={values} faults={faults} onChange={onChange} />
      </FormPart>
      <FormPart title={m.user_part_access()}>
        <NativeSelect
          className="form-whole"
          label={m.user_type_label()}
          required
          disabled={isOwn}
          description={
            isOwn ? m.user_own_type_help() : values.user_type ? typeMeanings[values.user_type]() : m.user_type_help()
          }
          data={[
            ...(values.user_type ? [] : [{ value: '', label: m.user_type_required() }]),
            ...typeOptions().filter(({ value }) => value !== 'sa' || mayGrant),
          ]}
          name="user_type"
          value={values.user_type}
          onChange={(event) => onChange({ user_type: event.currentTarget.value as UserType })}
          error={faults.user_type}
        />
        {blocks.clinics && (
          <div className="form-whole" data-field="clinic_ids">
            <ClinicField
              label={isOfOneClinic(values.user_type) ? m.user_clinic_label() : m.user_clinics_label()}
              description={isOfOneClinic(values.user_type) ? m.user_clinic_help() : m.user_clinics_optional_help()}
              isOne={isOfOneClinic(values.user_type)}
              value={isOfOneClinic(values.user_type) ? values.clinic_ids.slice(0, 1) : values.clinic_ids}
              known={knownClinics}
              onChange={(clinic_ids) => onChange({ clinic_ids })}
              error={faults.clinic_ids}
            />
          </div>
        )}
        {blocks.adminFeature && mayGrant && (
          <Switch
            className="form-whole"
            label={m.user_admin_label()}
            description={m.user_admin_help()}
            disabled={isOwn}
            checked={values.is_admin_feature}
            onChange={(event) => onChange({ is_admin_feature: event.currentTarget.checked })}
          />
        )}
      </FormPart>
      <FormPart title={m.user_part_sign_in()}>
        {isNew && (
          <PasswordInput
            className="form-whole"
            label={m.user_password_label()}
            description={m.user_password_help()}
            visibilityToggleButtonProps={{ 'aria-label': m.user_password_show() }}
            name="password"
            value={values.password}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
            error={faults.password}
            autoComplete="new-password"
          />
        )}
        <Checkbox
          className="form-whole"
          label={m.user_otp_label()}
          description={m.user_otp_help()}
          checked={values.is_otp_enabled}
          onChange={(event) => onChange({ is_otp_enabled: event.currentTarget.checked })}
        />
      </FormPart>
      {blocks.profession && (
        <FormPart title={m.user_part_profession()}>
          <TextInput
            placeholder={m.user_credentials_hint()}
            maxLength={professionalFields.m_credentials.max}
            {...text('m_credentials')}
          />
          <TextInput
            description={professionalFields.m_npi.help()}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={professionalFields.m_npi.max}
            {...text('m_npi')}
          />
        </FormPart>
      )}
      {blocks.person && (
        <FormPart title={m.user_part_personal()}>
          <TextInput type="date" {...text('dob')} />
          <NativeSelect
            data={isOddGender ? [...genders, { value: values.gender, label: values.gender }] : genders}
            {...text('gender')}
          />
          <TextInput inputMode="decimal" {...text('weight_kg')} />
          <TextInput inputMode="decimal" {...text('height_cm')} />
        </FormPart>
      )}
    </>
  )
}

function Phone({ values, faults, onChange }: Pick<UserFieldsProps, 'values' | 'faults' | 'onChange'>) {
  return (
    <div className="form-pair">
      <Select
        label={m.user_country_label()}
        placeholder={m.user_country_hint()}
        data={countryOptions}
        searchable
        nothingFoundMessage={m.user_country_none_found()}
        value={values.country || null}
        onChange={(country) => onChange({ country: country ?? '' })}
      />
      <TextInput
        label={m.user_phone_label()}
        type="tel"
        name="contact"
        autoComplete="off"
        maxLength={30}
        value={values.number}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
        error={faults.contact}
      />
    </div>
  )
}
