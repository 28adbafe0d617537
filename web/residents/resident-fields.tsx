import type { Clinic } from '@eupnea/contract/clinics.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { FormPart } from '../shared/form/form-part.tsx'
import type { Faults } from '../shared/form/use-form-values.ts'
import { fieldLabels, genders, type ResidentValues } from './resident-values.ts'

const genderOptions = [
  { value: '', label: 'Not given' },
  ...Object.entries(genders).map(([value, label]) => ({ value, label })),
]

interface ResidentFieldsProps {
  readonly clinic: Pick<Clinic, 'floors'>
  readonly values: ResidentValues
  readonly faults: Faults
  readonly onChange: (next: Partial<ResidentValues>) => void
}

/** The record of a resident as a form (RE-2, RE-8). */
export function ResidentFields({ clinic, values, faults, onChange }: ResidentFieldsProps) {
  const text = (name: keyof ResidentValues) => ({
    name,
    label: fieldLabels[name],
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
    error: faults[name],
    autoComplete: 'off',
  })
  // What is kept stays to be chosen, also when the clinic has no such floor any more.
  const floors = [...new Set([...clinic.floors, values.floor])].filter((floor) => floor !== '')
  const isOddGender = values.gender !== '' && !(values.gender in genders)
  return (
    <>
      <FormPart title="Who">
        <TextInput required maxLength={100} {...text('first_name')} data-autofocus />
        <TextInput required maxLength={100} {...text('last_name')} />
        <TextInput type="date" {...text('dob')} />
        <NativeSelect
          data={isOddGender ? [...genderOptions, { value: values.gender, label: values.gender }] : genderOptions}
          {...text('gender')}
        />
      </FormPart>
      <FormPart title="Where">
        <TextInput maxLength={64} {...text('room')} />
        {floors.length > 0 ? (
          <NativeSelect
            data={[{ value: '', label: 'No floor' }, ...floors.map((floor) => ({ value: floor, label: floor }))]}
            {...text('floor')}
          />
        ) : (
          <TextInput maxLength={40} {...text('floor')} />
        )}
        <TextInput type="date" {...text('dateOfAdmission')} />
      </FormPart>
      <FormPart title="Record">
        <TextInput maxLength={64} {...text('mrNo')} />
        <TextInput maxLength={100} {...text('billing_information')} />
      </FormPart>
    </>
  )
}
