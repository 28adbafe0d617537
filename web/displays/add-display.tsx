import type { CallOutput } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { newDisplayFields } from '@eupnea/contract/displays.fields.ts'
import { createDisplay, listDisplays } from '@eupnea/contract/displays.ts'
import { codeText } from '@eupnea/contract/rules/display-code.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { RecordDialog } from '../shared/form/record-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { Rich } from '../shared/rich.tsx'
import { clockText } from '../shared/time.ts'
import styles from './displays.module.css'
import { floorChoices } from './floor-choices.ts'

interface AddDisplayProps {
  readonly clinic: Pick<Clinic, 'id' | 'tz' | 'floors'>
  readonly onClose: () => void
}

/** Makes a code for a screen, and shows it until the screen is enrolled (DI-1). */
export function AddDisplay({ clinic, onClose }: AddDisplayProps) {
  const form = useRecordForm(newDisplayFields, noRules, null)
  const [made, setMade] = useState<CallOutput<typeof createDisplay> | null>(null)
  const creation = useSend(createDisplay, {
    onSuccess: setMade,
    onError: form.refuse,
  })
  if (made) return <Code clinic={clinic} made={made} onClose={onClose} />
  return (
    <RecordDialog
      form={form}
      title={m.display_add_title()}
      act={m.display_add_act()}
      note={<p>{m.display_add_note()}</p>}
      choices={{ floor: floorChoices(clinic) }}
      isPending={creation.isPending}
      onSubmit={() => creation.mutate({ clinic_id: clinic.id, ...form.changes })}
      onClose={onClose}
    />
  )
}

/** How often the list is looked at, if no live message says that the display is enrolled, ms. */
const refreshMs = 5_000

interface CodeProps extends AddDisplayProps {
  readonly made: CallOutput<typeof createDisplay>
}

function Code({ clinic, made: { display_id, code, expires_at }, onClose }: CodeProps) {
  const { data } = useCall(listDisplays, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const isEnrolled = data?.items.some((display) => display.display_id === display_id) === true
  return (
    <Modal opened onClose={onClose} title={m.display_code_title()} closeOnClickOutside={false}>
      <p>
        <Rich parts={m.display_code_open.parts({ address: `${location.host}/display` })} />
      </p>
      <p>{m.display_code_type()}</p>
      <p className={styles.code}>{codeText(code)}</p>
      <p className={styles.codeUntil}>{m.display_code_until({ time: clockText(Date.parse(expires_at), clinic.tz) })}</p>
      <Group justify="space-between" mt="lg">
        <span role="status">{isEnrolled ? m.display_code_done() : m.display_code_waiting()}</span>
        <Button variant={isEnrolled ? 'filled' : 'default'} onClick={onClose} data-autofocus>
          {m.common_close()}
        </Button>
      </Group>
    </Modal>
  )
}
