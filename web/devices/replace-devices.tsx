import type { CallOutput } from '@eupnea/contract/call.ts'
import { listAllDevices, mostReplacements, replaceDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, Modal, NativeSelect, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ApiError, useCall, useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import formStyles from '../shared/form/form.module.css'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { type LineFault, LineFaults } from '../shared/form/line-faults.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { useWhileHere } from '../shared/while-here.ts'
import { deviceAnswers } from './device-answers.ts'
import { linesText } from './device-words.ts'
import styles from './devices.module.css'
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
    fault: fault || (name === '' || tz || topic_prefix ? m.device_replacement_pair() : ''),
  }))

type Results = CallOutput<typeof replaceDevices>['items']

/** Replaces many devices of a clinic: all or none, then after a failure every line that can be done (DE-2). */
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
  const close = useWhileHere(onClose)
  const replacement = useSend(replaceDevices, {
    invalidates: deviceAnswers,
    onSuccess: ({ items }) => {
      setResults(items)
      if (items.every(({ status }) => status === 'success')) {
        close()
        sayDone(m.device_update_done())
      }
    },
  })
  // An old device that was replaced meanwhile is no longer among the clinic's: its id is remembered.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const idOf = (uid: string) => ids.get(uid) ?? known.get(uid)
  // Until the list is there, every device would look unknown.
  const isBusy = replacement.isPending || devices.isLoading
  const title = m.device_replace_many_title()
  const isHeld = text !== '' && results === null
  const { question, closing } = useCloseQuestion(isHeld, replacement.isPending, title, onClose)
  const hasFailed = replacement.error !== null || results !== null
  const faults = faultsOf(pairs, replacement.error, results)

  function change(next: string) {
    setText(next)
    setFault({})
    setResults(null)
    replacement.reset()
  }

  function submit() {
    if (clinic === '') return setFault({ clinic: m.clinic_required() })
    if (pairs.length === 0) return setFault({ text: m.device_replacements_missing() })
    if (pairs.length > mostReplacements)
      return setFault({ text: m.device_replacements_too_many({ most: mostReplacements }) })
    if (pairs.some((pair) => pair.fault)) return setFault({ text: m.device_lines_fix() })
    const unknown = pairs.find(({ old }) => idOf(old) === undefined)
    if (unknown) return setFault({ text: m.device_replacement_unknown({ line: unknown.number, device: unknown.old }) })
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
    <Modal opened {...closing} size="lg" title={title}>
      <form
        noValidate
        className={styles.deviceForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) submit()
        }}
      >
        <NativeSelect
          label={m.clinic_label()}
          required
          error={fault.clinic}
          data={[
            { value: '', label: m.clinic_required() },
            ...clinics.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={clinic}
          onChange={(event) => {
            setClinic(event.currentTarget.value)
            setKnown(new Map())
            change(text)
          }}
        />
        <Textarea
          label={m.device_replacements_label()}
          required
          description={m.device_replacements_help()}
          rows={8}
          spellCheck={false}
          data-autofocus
          error={fault.text}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {pairs.length > 0 && (
          <p className={formStyles.formNote} role="status">
            {replacement.isPending
              ? m.device_replacements_sending({ status: m.device_act_wait(), count: pairs.length })
              : statusText(pairs.length, faults.length, results)}
          </p>
        )}
        <LineFaults faults={faults} />
        {replacement.error && !isInLine && <Refusal error={replacement.error} />}
        {hasFailed && results === null && <p className={formStyles.formNote}>{m.device_replacements_again()}</p>}
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={closing.onClose}>
            {results ? m.common_close() : m.common_cancel()}
          </Button>
          <Button type="submit" loading={isBusy}>
            {hasFailed ? m.common_try_again() : m.device_replace()}
          </Button>
        </Group>
      </form>
      {question}
    </Modal>
  )
}

function statusText(lines: number, faults: number, results: Results | null): string {
  if (!results) return linesText(lines, faults)
  return m.device_replacements_outcome({
    status: m.device_act_error(),
    count: lines - faults,
    failed: numberText(faults),
  })
}

/** What the browser found wrong, or the server: of all lines the first, or with `retry` each. */
function faultsOf(pairs: readonly Pair[], error: Error | null, results: Results | null): LineFault[] {
  const index = error instanceof ApiError ? /^data\.(\d+)/.exec(error.field ?? '')?.[1] : undefined
  return pairs.flatMap((pair, at) => {
    const fault = pair.fault || results?.[at]?.message || (error && Number(index) === at ? error.message : '')
    return fault ? [{ number: pair.number, name: pair.old, fault }] : []
  })
}
