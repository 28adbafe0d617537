import { mostDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button, Group, Modal, NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { Caution } from '../shared/caution.tsx'
import { FileButton } from '../shared/form/file-button.tsx'
import formStyles from '../shared/form/form.module.css'
import { useCloseQuestion } from '../shared/form/leave-question.tsx'
import { type LineFault, LineFaults } from '../shared/form/line-faults.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { textOfFile } from '../shared/form/text-of-file.ts'
import { IconDownload } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { linesText } from './device-words.ts'
import styles from './devices.module.css'
import { keysCsv, saveText } from './keys-csv.ts'
import { type GivenLine, parseLines } from './parse-lines.ts'
import { type Bulk, useBulk } from './use-bulk.ts'
import { usePlaces } from './use-places.ts'

interface AddDevicesProps {
  readonly clinicId: string
  readonly onClose: () => void
}

const fileBytes = 2 * 1024 * 1024

/** Many devices for a clinic, pasted or from a CSV file, each line checked (DE-2). */
export function AddDevices({ clinicId, onClose }: AddDevicesProps) {
  const { choices } = usePlaces()
  const [clinic, setClinic] = useState(clinicId)
  const [text, setText] = useState('')
  const [isPartial, setPartial] = useState(false)
  const [fault, setFault] = useState<{ clinic?: string; text?: string }>({})
  const lines = useMemo(() => parseLines(text), [text])
  const { bulk, run, reset } = useBulk()
  const isDone = bulk.phase === 'success' || bulk.devices.length > 0
  const isBusy = bulk.phase === 'wait'
  const { question, closing } = useCloseQuestion(
    text !== '' && (isBusy || !isDone),
    isBusy,
    m.device_add_many_title(),
    onClose,
    m.device_keys_leave(),
  )
  const good = lines.filter((line) => line.fault === '')
  const faults = faultsOf(lines, bulk)

  async function submit() {
    if (clinic === '') return setFault({ clinic: m.clinic_required() })
    if (lines.length === 0) return setFault({ text: m.device_lines_missing() })
    if (!isPartial && good.length < lines.length) return setFault({ text: m.device_lines_fix_or_skip() })
    if (!isPartial && lines.length > mostDevices)
      return setFault({ text: m.device_lines_too_many({ most: numberText(mostDevices) }) })
    if (good.length === 0) return setFault({ text: m.device_lines_none_valid() })
    setFault({})
    if (await run(clinic, good, isPartial)) sayDone(m.device_add_many_done())
  }

  async function readFile(file: File | undefined) {
    if (!file) return
    if (file.size > fileBytes) return setFault({ text: m.device_lines_file_too_large() })
    change(await textOfFile(file))
  }

  function change(next: string) {
    setText(next)
    setFault({})
    reset()
  }

  if (isDone)
    return (
      <Outcome bulk={bulk} faults={faults} onContinue={() => void run(clinic, good, true)} onClose={onClose}>
        {question}
      </Outcome>
    )
  return (
    <Modal opened {...closing} size="lg" title={m.device_add_many_title()}>
      <form
        noValidate
        className={styles.deviceForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void submit()
        }}
      >
        <NativeSelect
          label={m.clinic_label()}
          required
          error={fault.clinic}
          data={[{ value: '', label: m.clinic_required() }, ...choices.filter(({ value }) => value !== '')]}
          value={clinic}
          onChange={(event) => {
            setClinic(event.currentTarget.value)
            setFault({})
          }}
        />
        <Textarea
          label={m.device_lines_label()}
          required
          description={m.device_lines_help()}
          rows={8}
          spellCheck={false}
          data-autofocus
          error={fault.text}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <FileButton label={m.device_lines_file()} onFile={(file) => void readFile(file)} />
        <Radio.Group
          label={m.device_lines_on_error()}
          value={isPartial ? 'partial' : 'all'}
          onChange={(value) => {
            setPartial(value === 'partial')
            setFault({})
          }}
        >
          <Stack gap={6} mt={6}>
            <Radio value="all" label={m.device_lines_add_none()} />
            <Radio value="partial" label={m.device_lines_add_valid()} />
          </Stack>
        </Radio.Group>
        {lines.length > 0 && (
          <p className={formStyles.formNote} role="status">
            {isBusy
              ? m.device_lines_sending({
                  status: m.device_act_wait(),
                  sent: numberText(bulk.sent),
                  total: numberText(bulk.total),
                })
              : linesText(lines.length, faults.length)}
            {!isBusy && bulk.error && ` · ${m.device_act_error()}`}
          </p>
        )}
        <LineFaults faults={faults} />
        {bulk.error && faults.length === 0 && <Refusal error={bulk.error} />}
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={closing.onClose}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={isBusy}>
            {isPartial && good.length > 0 ? m.device_add_many_count({ count: good.length }) : m.device_add_many_title()}
          </Button>
        </Group>
      </form>
      {question}
    </Modal>
  )
}

/** What the browser and the server found wrong, by line. */
function faultsOf(lines: readonly GivenLine[], { faults, error }: Bulk): LineFault[] {
  // All or nothing: the server names each line that stood in the way.
  const told = error instanceof ApiError ? error.errors : []
  const refused = new Map(told.map((one) => [lines[one.line ?? -1]?.number, one.message]))
  return lines.flatMap(({ number, device_uid, fault }) => {
    const found = fault || faults.get(number) || refused.get(number) || ''
    return found ? [{ number, name: device_uid, fault: found }] : []
  })
}

const statuses: Readonly<Record<Bulk['phase'], () => string>> = {
  idle: m.device_act_error,
  wait: m.device_act_wait,
  error: m.device_act_error,
  success: m.device_act_success,
}

interface OutcomeProps {
  readonly bulk: Bulk
  readonly faults: readonly LineFault[]
  readonly onContinue: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** How it went, and the keys, once. A click beside the dialog does not lose them. */
function Outcome({ bulk, faults, onContinue, onClose, children }: OutcomeProps) {
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
        phase !== 'success'
          ? m.device_add_many_title()
          : devices.length > 0
            ? m.device_add_many_done()
            : m.device_add_none_title()
      }
    >
      <div className={styles.deviceForm}>
        <p role="status">
          {m.device_lines_outcome({
            status: statuses[phase](),
            count: devices.length,
            sent: numberText(sent),
            total: numberText(total),
          })}
        </p>
        <progress
          className={styles.deviceProgress}
          aria-label={m.device_lines_sent_label()}
          value={sent}
          max={Math.max(1, total)}
        />
        <LineFaults faults={faults} />
        {error && <Refusal error={error} />}
        {devices.length > 0 && <Caution>{m.device_keys_warning()}</Caution>}
        <Group justify="flex-end" mt="sm">
          {phase === 'error' && (
            <Button variant="default" onClick={onContinue}>
              {m.device_lines_resume()}
            </Button>
          )}
          {devices.length > 0 && (
            <Button leftSection={<IconDownload size={16} aria-hidden />} disabled={phase === 'wait'} onClick={save}>
              {m.device_keys_download()}
            </Button>
          )}
          <Button variant="default" disabled={phase === 'wait'} onClick={onClose}>
            {isSaved || devices.length === 0 ? m.common_close() : m.device_keys_skip()}
          </Button>
        </Group>
      </div>
      {children}
    </Modal>
  )
}
