import { m } from '@eupnea/texts'
import { MultiSelect, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useClinics } from '../shared/clinic.ts'
import styles from './users.module.css'

interface ClinicFieldProps {
  readonly label: string
  readonly description?: string
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  /** exactly one clinic */
  readonly isOne: boolean
  /** what the portal knows already of those that are chosen */
  readonly known?: readonly { readonly id: string; readonly name: string }[]
  /** only these can be chosen */
  readonly only?: readonly string[] | undefined
  /** in the empty field */
  readonly hint?: string
  readonly isDisabled?: boolean
  readonly error?: string | undefined
  readonly autoFocus?: boolean
}

/** Of many clinics, search narrows down which are shown. */
const mostShown = 50

/** Clinics to choose from by name. */
export function ClinicField({
  label,
  description,
  value,
  onChange,
  isOne,
  known = [],
  only,
  ...more
}: ClinicFieldProps) {
  const { data, isPending } = useClinics()
  const options = useMemo(() => {
    const names = new Map([...known, ...(data ?? [])].map(({ id, name }) => [id, name]))
    const options = [...names].map(([id, name]) => ({ value: id, label: name }))
    return only ? options.filter((option) => only.includes(option.value)) : options
  }, [data, known, only])
  const shared = {
    label,
    description,
    data: options,
    searchable: true,
    // What opens by itself covers what stands below it.
    openOnFocus: false,
    limit: mostShown,
    error: more.error,
    placeholder:
      value.length > 0 ? undefined : isPending ? m.user_clinics_loading() : (more.hint ?? m.user_clinics_hint()),
    disabled: more.isDisabled,
    nothingFoundMessage: isPending ? m.user_clinics_loading() : m.user_clinics_none_found(),
    'data-autofocus': more.autoFocus || undefined,
  }
  if (isOne)
    return <Select {...shared} value={value[0] ?? null} onChange={(id) => onChange(id ? [id] : [])} clearable />
  const places = new Map(options.map((option, index) => [option.value, index]))
  const placeOf = (id: string) => places.get(id) ?? places.size
  return (
    <MultiSelect
      {...shared}
      classNames={{ pillsList: styles.userClinicPills }}
      value={value.toSorted((a, b) => placeOf(a) - placeOf(b))}
      onChange={onChange}
      hidePickedOptions
      maxValues={1_000}
    />
  )
}
