import { m } from '@eupnea/texts'
import { language, numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { useClinics } from '../shared/clinic.ts'
import { IconSearch } from '../shared/icons.tsx'
import { Failed } from '../shared/states.tsx'
import '../shared/table/table-tools.css'

interface ClinicsChoiceProps {
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  /** clinics of the group, known before the list of all arrives */
  readonly known: readonly { readonly id: string; readonly name: string }[]
  readonly fault: string | undefined
}

/** Of many clinics, search narrows down which are shown. */
const mostShown = 200

const orderOf = new Intl.Collator(language, { numeric: true }).compare

/** Clinics to choose from: a search, and a list to tick. Those that were chosen at first stand on top. */
export function ClinicsChoice({ value, onChange, known, fault }: ClinicsChoiceProps) {
  const id = useId()
  const { data, error, isPending, refetch } = useClinics()
  const [search, setSearch] = useState('')
  const [isChosenOnly, setChosenOnly] = useState(false)
  const all = useMemo(() => {
    const onTop = new Set(known.map((clinic) => clinic.id))
    const others = (data ?? []).filter((clinic) => !onTop.has(clinic.id))
    return [...[...known].sort((a, b) => orderOf(a.name, b.name)), ...others]
  }, [data, known])
  const chosen = new Set(value)
  const wanted = search.trim().toLocaleLowerCase(language)
  const found = all.filter(
    (clinic) => clinic.name.toLocaleLowerCase(language).includes(wanted) && (!isChosenOnly || chosen.has(clinic.id)),
  )
  const shown = found.slice(0, mostShown)

  function toggle(clinicId: string) {
    onChange(chosen.has(clinicId) ? value.filter((other) => other !== clinicId) : [...value, clinicId])
  }

  return (
    <fieldset className="form-whole group-clinics" data-field="clinic_ids" aria-describedby={`${id}-fault`}>
      <legend>{m.medical_group_clinics_label()}</legend>
      <div className="group-clinics-tools">
        <label className="table-search">
          <IconSearch size={16} stroke={1.8} aria-hidden />
          <input
            type="search"
            aria-label={m.medical_group_clinics_search()}
            placeholder={m.medical_group_clinics_search()}
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-fault`}
            maxLength={200}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Enter here looks, it does not save.
              if (event.key === 'Enter') event.preventDefault()
            }}
          />
        </label>
        <span className="group-clinics-count tabular" role="status">
          {m.medical_group_clinics_chosen({ count: numberText(value.length) })}
        </span>
        <Button
          size="compact-md"
          variant="default"
          aria-pressed={isChosenOnly}
          onClick={() => setChosenOnly(!isChosenOnly)}
        >
          {isChosenOnly ? m.medical_group_clinics_show_all() : m.medical_group_clinics_show_chosen()}
        </Button>
      </div>
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : shown.length === 0 ? (
        <p className="group-clinics-none">
          {isPending
            ? m.medical_group_clinics_loading()
            : wanted
              ? m.medical_group_clinics_none_found()
              : isChosenOnly
                ? m.medical_group_clinics_none_chosen()
                : m.medical_group_clinics_empty()}
        </p>
      ) : (
        <ul className="group-clinics-list">
          {shown.map((clinic) => (
            <li key={clinic.id}>
              <label>
                <input type="checkbox" checked={chosen.has(clinic.id)} onChange={() => toggle(clinic.id)} />
                <span>{clinic.name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && (
        <p className="group-clinics-more">
          {m.medical_group_clinics_first({ shown: numberText(mostShown), found: numberText(found.length) })}
        </p>
      )}
      <p id={`${id}-fault`} className="group-fault" role="alert">
        {fault}
      </p>
    </fieldset>
  )
}
