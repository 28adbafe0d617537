import { Textarea, TextInput } from '@mantine/core'
import { FormPart } from '../shared/form/form-part.tsx'
import '../shared/form/form.css'
import '../shared/table/table.css'
import './clinics.css'
import './clinic-form.css'
import { LineList } from '../shared/form/line-list.tsx'
import type { Faults } from '../shared/form/use-form-values.ts'
import { type ClinicValues, longest } from './clinic-values.ts'
import { LogoField } from './logo-field.tsx'
import type { useLogo } from './use-logo.ts'
import { ZoneField } from './zone-field.tsx'

interface ClinicFieldsProps {
  readonly values: ClinicValues
  readonly faults: Faults
  readonly onChange: (change: Partial<ClinicValues>) => void
  readonly logo: ReturnType<typeof useLogo>
  /** address of the logo that is kept */
  readonly keptLogo: string | null
}

/** The fields of a clinic (FA-1, FA-3). */
export function ClinicFields({ values, faults, onChange, logo, keptLogo }: ClinicFieldsProps) {
  return (
    <>
      <FormPart title="Facility">
        <TextInput
          label="Name"
          required
          name="name"
          autoComplete="off"
          maxLength={longest.name}
          value={values.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={faults.name}
        />
        <ZoneField value={values.tz} onChange={(tz) => onChange({ tz })} error={faults.tz} />
        <Textarea
          className="form-whole"
          label="Details"
          description="Address, telephone, who to ask: whatever helps those who administer it."
          name="clinicDetail"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={longest.clinicDetail}
          value={values.clinicDetail}
          onChange={(event) => onChange({ clinicDetail: event.currentTarget.value })}
          error={faults.clinicDetail}
        />
        <LogoField logo={logo.logo} fault={logo.fault} onChange={logo.change} kept={keptLogo} />
      </FormPart>
      <FormPart title="Floors">
        <LineList
          name="floors"
          title="Names, in the order in which staff walk them"
          description="Paste a list to add several at once. Alt with an arrow key moves a floor. Residents keep the floor that stands in their record."
          item="Floor"
          add="Add a floor"
          lines={values.floors}
          faults={faults}
          onChange={(floors) => onChange({ floors })}
          maxLength={longest.floor}
          isOrdered
        />
      </FormPart>
    </>
  )
}
