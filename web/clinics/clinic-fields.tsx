import { clinicFields } from '@eupnea/contract/clinics.fields.ts'
import { m } from '@eupnea/texts'
import { Select, Textarea, TextInput } from '@mantine/core'
import { FormPart } from '../shared/form/form-part.tsx'
import '../shared/form/form.css'
import '../shared/table/table.css'
import './clinics.css'
import './clinic-form.css'
import { LineList } from '../shared/form/line-list.tsx'
import type { Faults } from '../shared/form/use-form-values.ts'
import type { ClinicValues } from './clinic-values.ts'
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
      <FormPart title={m.clinic_label()}>
        <TextInput
          label={m.clinic_name()}
          required
          name="name"
          autoComplete="off"
          maxLength={clinicFields.name.max}
          value={values.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={faults.name}
        />
        <ZoneField value={values.tz} onChange={(tz) => onChange({ tz })} error={faults.tz} />
        <Select
          label={clinicFields.locale.label()}
          description={clinicFields.locale.help()}
          required
          allowDeselect={false}
          data={Object.entries(clinicFields.locale.choices).map(([value, words]) => ({ value, label: words() }))}
          value={values.locale}
          onChange={(locale) => locale && onChange({ locale })}
          error={faults.locale}
        />
        <Textarea
          className="form-whole"
          label={m.clinic_details()}
          description={m.clinic_details_help()}
          name="clinicDetail"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={clinicFields.clinicDetail.max}
          value={values.clinicDetail}
          onChange={(event) => onChange({ clinicDetail: event.currentTarget.value })}
          error={faults.clinicDetail}
        />
        <LogoField logo={logo.logo} fault={logo.fault} onChange={logo.change} kept={keptLogo} />
      </FormPart>
      <FormPart title={m.clinic_floors()}>
        <LineList
          name="floors"
          title={m.clinic_floors_order()}
          description={m.clinic_floors_help()}
          item={m.clinic_floor()}
          add={m.clinic_floor_add()}
          lines={values.floors}
          faults={faults}
          onChange={(floors) => onChange({ floors })}
          maxLength={clinicFields.floors.of.max}
          isOrdered
        />
      </FormPart>
    </>
  )
}
