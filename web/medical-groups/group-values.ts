import { medicalGroupFields } from '@eupnea/contract/medical-groups.fields.ts'
import type { MedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { faultsOf as recordFaults } from '../shared/form/record.ts'
import type { Faults } from '../shared/form/use-form-values.ts'

/** What the form of a medical group holds. */
export interface GroupValues {
  readonly name: string
  readonly description: string
  readonly clinic_ids: readonly string[]
}

const mostClinics = 1_000

export const noValues: GroupValues = { name: '', description: '', clinic_ids: [] }

export const valuesOf = ({ name, description, facilities }: MedicalGroup): GroupValues => ({
  name,
  description,
  clinic_ids: facilities.map(({ id }) => id),
})

export const groupOf = ({ name, description, clinic_ids }: GroupValues) => ({
  name: name.trim(),
  description: description.trim(),
  clinic_ids: [...clinic_ids],
})

/** Only what differs from what was there; clinics in another order are the same clinics. */
export function changesOf(kept: GroupValues, values: GroupValues) {
  const before = groupOf(kept)
  const { name, description, clinic_ids } = groupOf(values)
  const fields = {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
  }
  const isSame =
    clinic_ids.length === before.clinic_ids.length && clinic_ids.every((id) => kept.clinic_ids.includes(id))
  return { fields, clinic_ids: isSame ? undefined : clinic_ids }
}

export const isChanged = (kept: GroupValues, values: GroupValues): boolean => {
  const { fields, clinic_ids } = changesOf(kept, values)
  return Object.keys(fields).length > 0 || clinic_ids !== undefined
}

/** What is wrong as far as the browser can tell; the server has the last word. */
export function faultsOf(values: GroupValues): Faults {
  return {
    ...recordFaults(medicalGroupFields, [], null, values),
    ...(values.clinic_ids.length > mostClinics && {
      clinic_ids: m.medical_group_clinics_too_many({ most: numberText(mostClinics) }),
    }),
  }
}
export const groupRules = { faultsOf }

/** How far an add, an update or an assignment is (MG-1). */
export type GroupStatus = 'loading' | 'success' | null

export const statusText = (status: GroupStatus): string =>
  status === 'loading' ? m.medical_group_saving() : status === 'success' ? m.medical_group_saved() : ''

/** @param work a mutation; before it and after a failure there is no status */
export const statusOf = ({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): GroupStatus =>
  isPending ? 'loading' : isSuccess ? 'success' : null
