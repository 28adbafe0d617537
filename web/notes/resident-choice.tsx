import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { useAllPages } from '../shared/pages.ts'
import { placeAndName } from './note-words.ts'

/** Of some hundred residents, search narrows down which are shown. */
const mostShown = 60

interface ResidentChoiceProps extends Pick<SelectProps, 'label' | 'aria-label' | 'clearable' | 'error' | 'className'> {
  readonly clinic: Clinic
  readonly placeholder: string
  readonly value: string | null
  readonly onChange: (patient_id: string | null) => void
}

/** One of the clinic's residents, found by room or name; also one who was discharged. */
export function ResidentChoice({ clinic, ...props }: ResidentChoiceProps) {
  const { data, error } = useAllPages(listResidents, { clinic_id: clinic.id, status: '1,2' }, { staleTime: 60_000 })
  const options = useMemo(
    () => (data ?? []).map((resident) => ({ value: resident.patient_id, label: placeAndName(resident) })),
    [data],
  )
  return (
    <Select
      {...props}
      data={options}
      searchable
      openOnFocus={false}
      limit={mostShown}
      nothingFoundMessage={error ? m.resident_load_failed() : m.resident_none_found_title()}
    />
  )
}
