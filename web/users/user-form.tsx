import type { UserType } from '@eupnea/contract/access.ts'
import { Checkbox, NativeSelect, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { FormPart } from '../shared/form/form-part.tsx'
import '../shared/form/form.css'
import type { Faults } from '../shared/form/use-form-values.ts'
import { countryOptions } from './calling-codes.ts'
import { ClinicField } from './clinic-field.tsx'
import { isOfOneClinic, typeMeanings, typeOptions } from './user-types.ts'
import { blocksOf, noValues, type UserValues } from './user-values.ts'

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

const genders = [
  { value: '', label: 'Not given' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
]

/** The fields that a user of the chosen type has (US-4, US-5). */
export function UserFields(props: UserFieldsProps) {
  const { values, kept = noValues, faults, onChange, isOwn = false, mayGrant, knownClinics } = props
  const isNew = props.kept === undefined
  const blocks = blocksOf(values, kept)
  const text = (name: keyof UserValues) => ({
    name,
    value: String(values[name]),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    error: faults[name],
    autoComplete: 'off',
  })
  const isOddGender = !genders.some(({ value }) => value === values.gender)
  return (
    <>
      <FormPart title="Who">
        <TextInput label="First name" required maxLength={100} {...text('first_name')} />
        <TextInput label="Last name" required maxLength={100} {...text('last_name')} />
        <TextInput label="E-mail" type="email" required maxLength={254} {...text('email')} />
        <Phone values={values} faults={faults} onChange={onChange} />
      </FormPart>
      <FormPart title="What they may do">
        <NativeSelect
          className="form-whole"
          label="Type"
          required
          disabled={isOwn}
          description={
            isOwn
              ? 'Nobody changes their own type.'
              : values.user_type
                ? typeMeanings[values.user_type]
                : 'Decides what they see and which fields there are.'
          }
          data={[
            ...(values.user_type ? [] : [{ value: '', label: 'Choose a type' }]),
            ...typeOptions.filter(({ value }) => value !== 'sa' || mayGrant),
          ]}
          name="user_type"
          value={values.user_type}
          onChange={(event) => onChange({ user_type: event.currentTarget.value as UserType })}
          error={faults.user_type}
        />
        {blocks.clinics && (
          <div className="form-whole" data-field="clinic_ids">
            <ClinicField
              label={isOfOneClinic(values.user_type) ? 'Facility' : 'Facilities'}
              description={
                isOfOneClinic(values.user_type)
                  ? 'This type belongs to exactly one facility.'
                  : 'Without a facility they see no residents.'
              }
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
            label="Administration"
            description="Opens facilities, users, devices and medical groups of the whole portal to this person."
            disabled={isOwn}
            checked={values.is_admin_feature}
            onChange={(event) => onChange({ is_admin_feature: event.currentTarget.checked })}
          />
        )}
      </FormPart>
      <FormPart title="Signing in">
        {isNew && (
          <PasswordInput
            className="form-whole"
            label="Password (optional)"
            description="Leave it empty to mail an invitation: they then choose a password themselves. At least 12 characters."
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...text('password')}
            autoComplete="new-password"
          />
        )}
        <Checkbox
          className="form-whole"
          label="Ask for a code by SMS at each sign-in"
          description="Needs a phone number."
          checked={values.is_otp_enabled}
          onChange={(event) => onChange({ is_otp_enabled: event.currentTarget.checked })}
        />
      </FormPart>
      {blocks.profession && (
        <FormPart title="Profession">
          <TextInput label="Credentials" placeholder="RN, MD" maxLength={100} {...text('m_credentials')} />
          <TextInput
            label="NPI"
            description="National Provider Identifier"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={32}
            {...text('m_npi')}
          />
        </FormPart>
      )}
      {blocks.person && (
        <FormPart title="Person">
          <TextInput label="Date of birth" type="date" {...text('dob')} />
          <NativeSelect
            label="Gender"
            data={isOddGender ? [...genders, { value: values.gender, label: values.gender }] : genders}
            {...text('gender')}
          />
          <TextInput label="Weight, kg" inputMode="decimal" {...text('weight_kg')} />
          <TextInput label="Height, cm" inputMode="decimal" {...text('height_cm')} />
        </FormPart>
      )}
    </>
  )
}

function Phone({ values, faults, onChange }: Pick<UserFieldsProps, 'values' | 'faults' | 'onChange'>) {
  return (
    <div className="form-pair">
      <Select
        label="Country code"
        placeholder="Choose"
        data={countryOptions}
        searchable
        nothingFoundMessage="No such country"
        value={values.country || null}
        onChange={(country) => onChange({ country: country ?? '' })}
      />
      <TextInput
        label="Phone number"
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
