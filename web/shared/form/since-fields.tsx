import { m } from '@eupnea/texts'
import { Group, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { zoneText } from '../time.ts'
import { instantIn } from './local-time.ts'
import { timeInput } from './time-input.ts'

/** ISO 8601 in UTC; null: left blank */
type Since = { readonly since: string | null } | { readonly fault: string }

/**
 * The day and time since when a resident has been in a bed, by the clinic's clock; blank: from now on (WA-13).
 * @returns the fields, and what was entered; asking for it shows a fault beside them
 */
export function useSince(zone: string): { readonly fields: ReactNode; readonly read: () => Since } {
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const read = (): Since => {
    if (day === '' && time === '') return { since: null }
    const since = instantIn(day, time, zone)
    if (since !== undefined) return { since }
    const found = m.device_since_incomplete()
    setFault(found)
    return { fault: found }
  }
  const typed =
    (change: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
      change(event.currentTarget.value)
      setFault(undefined)
    }
  const fields = (
    <Group align="start" gap="sm" grow>
      <TextInput
        {...timeInput('date', day)}
        name="since"
        label={m.device_since()}
        description={m.device_since_help({ zone: zoneText(zone) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={fault}
        onChange={typed(setDay)}
      />
      <TextInput {...timeInput('time', time)} label={m.device_since_time()} onChange={typed(setTime)} />
    </Group>
  )
  return { fields, read }
}
