import type { CallOutput } from '@eupnea/contract/call.ts'
import { listAllDevices, mostReplacements, replaceDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ApiError, useCall, useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { countText } from '../shared/words.ts'
import { deviceAnswers } from './device-answers.ts'
import { parseLines } from './parse-lines.ts'

interface ReplaceDevicesProps {
  readonly clinicId: string
  readonly onClose: () => void
}

interface Pair {
  readonly number: number
  readonly old: string
  readonly fresh: string
  readonly fault: string
}

/** Two identifiers a line: the old device's and the new one's. */
const pairsOf = (text: string): Pair[] =>
  parseLines(text).map(({ number, device_uid, name, tz, topic_prefix, fault }) => ({
    number,
    old: device_uid,
    fresh: name,
    fault: fault || (name === '' || tz || topic_prefix ? 'Write the old identifier, a comma and the new one' : ''),
  }))

type Results = CallOutput<typeof replaceDevices>['items']

/** Many devices of a clinic at once: all or none, and after a failure whatever can be done (DE-2). */
export function ReplaceDevices({ clinicId, onClose }: ReplaceDevicesProps) {
  const { data: clinics = [] } = useClinics()
  const [clinic, setClinic] = useState(clinicId)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<{ clinic?: string; text?: string }>({})
  const [results, setResults] = useState<Results | null>(null)
  const pairs = useMemo(() => pairsOf(text), [text])
  const devices = useCall(listAllDevices, { clinic_id: clinic }, { enabled: clinic !== '' })
  const ids = useMemo(
    () => new Map(devices.data?.items.map(({ device_uid, device_id }) => [device_uid, device_id])),
    [devices.data],
  )
  const replacement = useSend(replaceDevices, {
    invalidates: deviceAnswers,
    onSuccess: ({ items }) => {
      setResults(items)
      if (items.every(({ status }) => status === 'success')) {
        onClose()
        sayDone(m.device_update_done())
      }
    },
  })
  // An old device that was replaced meanwhile is no longer among the clinic's: its id is remembered.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const idOf = (uid: string) => ids.get(uid) ?? known.get(uid)
  const hasFailed = replacement.error !== null || results !== null
  const faults = faultsOf(pairs, replacement.error, results)

  function change(next: string) {
    setText(next)
    setFault({})
    setResults(null)
    replacement.reset()
  }

  function submit() {
    if (clinic === '') return setFault({ clinic: 'Choose a facility' })
    if (pairs.length === 0) return setFault({ text: 'Write at least one line' })
    if (pairs.length > mostReplacements) return setFault({ text: `At most ${mostReplacements} lines at once` })
    if (pairs.some((pair) => pair.fault)) return setFault({ text: 'Some lines have faults' })
    const unknown = pairs.find(({ old }) => idOf(old) === undefined)
    if (unknown) return setFault({ text: `Line ${unknown.number}: the facility has no device ${unknown.old}` })
    setFault({})
    setKnown(new Map(pairs.map(({ old }) => [old, idOf(old)!])))
    replacement.mutate({
      clinic_id: clinic,
      data: pairs.map(({ old, fresh }) => ({ old_device_id: idOf(old)!, new_device_uid: fresh })),
      retry: hasFailed,
    })
  }

  const isInLine = replacement.error instanceof ApiError && replacement.error.field?.startsWith('data.')
  return (
    <Modal opened onClose={onClose} size="lg" title="Replace many devices" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        noValidate
        className="device-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!replacement.isPending) submit()
        }}
      >
        <NativeSelect
          label="Facility"
          required
          error={fault.clinic}
          data={[
            { value: '', label: 'Choose a facility' },
            ...clinics.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={clinic}
          onChange={(event) => {
            setClinic(event.currentTarget.value)
            setFault({})
          }}
        />
        <Textarea
          label="Replacements"
          required
          description="A line for each: identifier of the old device, comma, identifier of the new one. The new one takes name, place and resident; the old one goes into stock."
          rows={8}
          spellCheck={false}
          data-autofocus
          error={fault.text}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {pairs.length > 0 && (
          <p className="form-note" role="status">
            {replacement.isPending
              ? `${m.device_act_wait()}: ${countText(pairs.length, 'device')}`
              : statusText(pairs.length, faults.length, results)}
          </p>
        )}
        {faults.length > 0 && (
          <ul className="device-faults" aria-label="Lines with a fault">
            {faults.map(({ number, old, fault: why }) => (
              <li key={number}>
                <b>Line {number}</b> {old}: {why}
              </li>
            ))}
          </ul>
        )}
        {replacement.error && !isInLine && <Refusal error={replacement.error} />}
        {hasFailed && results === null && (
          <p className="form-note">Nothing was replaced. Trying again replaces what can be replaced, line by line.</p>
        )}
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onClose}>
            {results ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" loading={replacement.isPending}>
            {hasFailed ? 'Try again' : 'Replace'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function statusText(lines: number, faults: number, results: Results | null): string {
  if (!results) return `${countText(lines, 'line')}, ${faults.toLocaleString('en-GB')} with a fault`
  return `${m.device_act_error()}: ${countText(lines - faults, 'device')} replaced, ${faults} not`
}

/** What the browser found wrong, or the server: of all lines the first, or with `retry` each. */
function faultsOf(pairs: readonly Pair[], error: Error | null, results: Results | null): Pair[] {
  const index = error instanceof ApiError ? /^data\.(\d+)/.exec(error.field ?? '')?.[1] : undefined
  return pairs.flatMap((pair, at) => {
    const fault = pair.fault || results?.[at]?.message || (error && Number(index) === at ? error.message : '')
    return fault ? [{ ...pair, fault }] : []
  })
}
