import { mostDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal, NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { Refusal } from '../shared/form/refusal.tsx'
import { IconDownload, IconFileUpload } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { countText } from '../shared/words.ts'
import { keysCsv, saveText } from './keys-csv.ts'
import { type GivenLine, parseLines } from './parse-lines.ts'
import { type Bulk, useBulk } from './use-bulk.ts'

interface AddDevicesProps {
  readonly clinicId: string
  readonly onClose: () => void
}

const fileBytes = 2 * 1024 * 1024

/** Many devices for a clinic, pasted or from a CSV file, each line checked (DE-2). */
export function AddDevices({ clinicId, onClose }: AddDevicesProps) {
  const { data: clinics = [] } = useClinics()
  const [clinic, setClinic] = useState(clinicId)
  const [text, setText] = useState('')
  const [isPartial, setPartial] = useState(false)
  const [fault, setFault] = useState<{ clinic?: string; text?: string }>({})
  const lines = useMemo(() => parseLines(text), [text])
  const { bulk, run, reset } = useBulk()
  const isBusy = bulk.phase === 'wait'
  const good = lines.filter((line) => line.fault === '')
  const faults = faultsOf(lines, bulk)

  async function submit() {
    if (clinic === '') return setFault({ clinic: 'Choose a facility' })
    if (lines.length === 0) return setFault({ text: 'Paste at least one line, or choose a file' })
    if (!isPartial && good.length < lines.length)
      return setFault({ text: 'Some lines have faults: mend them, or add only the good ones' })
    if (!isPartial && lines.length > mostDevices)
      return setFault({ text: `All or nothing takes at most ${mostDevices.toLocaleString('en-GB')} lines` })
    if (good.length === 0) return setFault({ text: 'No line is without a fault' })
    setFault({})
    if (await run(clinic, good, isPartial)) sayDone(m.device_add_many_done())
  }

  async function readFile(file: File | undefined) {
    if (!file) return
    if (file.size > fileBytes) return setFault({ text: 'The file is larger than 2 MB' })
    change(await file.text())
  }

  function change(next: string) {
    setText(next)
    setFault({})
    reset()
  }

  if (bulk.phase === 'success' || bulk.devices.length > 0)
    return <Outcome bulk={bulk} faults={faults} onContinue={() => void run(clinic, good, true)} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} size="lg" title="Add many devices" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        noValidate
        className="device-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void submit()
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
          label="Devices"
          required
          description="A device a line: identifier, name, time zone, topic prefix. All but the identifier may be left out."
          rows={8}
          spellCheck={false}
          data-autofocus
          error={fault.text}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <FileButton onFile={(file) => void readFile(file)} />
        <Radio.Group
          label="When a line has a fault"
          value={isPartial ? 'partial' : 'all'}
          onChange={(value) => {
            setPartial(value === 'partial')
            setFault({})
          }}
        >
          <Stack gap={6} mt={6}>
            <Radio value="all" label="Add none: all or nothing" />
            <Radio value="partial" label="Add only the good ones" />
          </Stack>
        </Radio.Group>
        {lines.length > 0 && (
          <p className="form-note" role="status">
            {isBusy
              ? `${m.device_act_wait()}: ${bulk.sent.toLocaleString('en-GB')} of ${countText(bulk.total, 'device')}`
              : `${countText(lines.length, 'line')}, ${faults.length.toLocaleString('en-GB')} with a fault${bulk.error ? ` · ${m.device_act_error()}` : ''}`}
          </p>
        )}
        <Faults faults={faults} />
        {bulk.error && faults.length === 0 && <Refusal error={bulk.error} />}
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {isPartial && good.length > 0 ? `Add ${countText(good.length, 'device')}` : 'Add devices'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

interface LineFault {
  readonly number: number
  readonly text: string
  readonly fault: string
}

/** What the browser and the server found wrong, by line. */
function faultsOf(lines: readonly GivenLine[], { faults, error }: Bulk): LineFault[] {
  // All or nothing: the server names each line that stood in the way.
  const told = error instanceof ApiError ? error.errors : []
  const refused = new Map(told.map((one) => [lines[one.line ?? -1]?.number, one.message]))
  return lines.flatMap(({ number, device_uid, fault }) => {
    const found = fault || faults.get(number) || refused.get(number) || ''
    return found ? [{ number, text: device_uid, fault: found }] : []
  })
}

/** More than these are not read one by one. */
const mostShown = 100

function Faults({ faults }: { readonly faults: readonly LineFault[] }) {
  if (faults.length === 0) return null
  return (
    <ul className="device-faults" aria-label="Lines with a fault">
      {faults.slice(0, mostShown).map(({ number, text, fault }) => (
        <li key={number}>
          <b>Line {number}</b> {text && <span>{text}: </span>}
          {fault}
        </li>
      ))}
      {faults.length > mostShown && <li>… and {(faults.length - mostShown).toLocaleString('en-GB')} more</li>}
    </ul>
  )
}

function FileButton({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const id = useId()
  return (
    <div>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="visually-hidden device-file"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <label htmlFor={id} className="device-file-label">
        <IconFileUpload size={16} aria-hidden /> Choose a CSV file
      </label>
    </div>
  )
}

interface OutcomeProps {
  readonly bulk: Bulk
  readonly faults: readonly LineFault[]
  readonly onContinue: () => void
  readonly onClose: () => void
}

/** How it went, and the keys, once. A click beside the dialog does not lose them. */
function Outcome({ bulk, faults, onContinue, onClose }: OutcomeProps) {
  const [isSaved, setSaved] = useState(false)
  const { phase, devices, sent, total, error } = bulk
  function save() {
    saveText('device-keys.csv', keysCsv(devices))
    setSaved(true)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={isSaved || devices.length === 0}
      withCloseButton={false}
      title={
        phase !== 'success' ? 'Add many devices' : devices.length > 0 ? m.device_add_many_done() : 'No device was added'
      }
    >
      <div className="device-form">
        <p role="status">
          {phase === 'wait' ? m.device_act_wait() : phase === 'success' ? m.device_act_success() : m.device_act_error()}
          : {countText(devices.length, 'device')} added, {sent.toLocaleString('en-GB')} of {countText(total, 'line')}{' '}
          sent.
        </p>
        <progress className="device-progress" aria-label="Lines sent" value={sent} max={Math.max(1, total)} />
        <Faults faults={faults} />
        {error && <Refusal error={error} />}
        {devices.length > 0 && (
          <p className="device-warning">The keys are not shown again. Save them before you close this.</p>
        )}
        <Group justify="flex-end" mt="sm">
          {phase === 'error' && (
            <Button variant="default" onClick={onContinue}>
              Send the rest again
            </Button>
          )}
          {devices.length > 0 && (
            <Button leftSection={<IconDownload size={16} aria-hidden />} disabled={phase === 'wait'} onClick={save}>
              Download keys (CSV)
            </Button>
          )}
          <Button variant="default" disabled={phase === 'wait'} onClick={onClose}>
            {isSaved || devices.length === 0 ? 'Close' : 'Close without the keys'}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
