import { m } from '@eupnea/texts'
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { contactOf, countryOptions, hasCode, homeCountry, splitContact } from './calling-codes.ts'

interface PhoneFieldProps {
  readonly label: string
  /** country code followed by number; without a code, what was typed */
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (contact: string) => void
  /** suggests the country of this browser */
  readonly isNew: boolean
}

/** A phone number as the code of a country and the number that is dialled there (US-4). */
export function PhoneField({ label, value, fault, onChange, isNew }: PhoneFieldProps) {
  const [typed, setTyped] = useState(() =>
    isNew ? { country: homeCountry(navigator.languages), number: '' } : splitContact(value),
  )
  // The form may have been given another record.
  const shown = contactOf(typed.country, typed.number) === value ? typed : splitContact(value)

  function change(next: Partial<typeof shown>) {
    const now = { ...shown, ...next }
    setTyped(now)
    onChange(contactOf(now.country, now.number))
  }

  return (
    <div className="form-pair">
      <Select
        label={m.user_country_label()}
        placeholder={m.user_country_hint()}
        data={countryOptions}
        searchable
        nothingFoundMessage={m.user_country_none_found()}
        value={shown.country || null}
        onChange={(country) => change({ country: country ?? '' })}
      />
      <TextInput
        label={label}
        type="tel"
        name="contact"
        autoComplete="off"
        maxLength={30}
        value={shown.number}
        onChange={(event) => change({ number: event.currentTarget.value })}
        error={fault && value && !hasCode(value) ? m.user_country_required() : fault}
      />
    </div>
  )
}
