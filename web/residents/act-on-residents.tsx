import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  flagResident,
  listStatusLogs,
  residentStatus,
  saveResident,
  setResidentStatus,
} from '@eupnea/contract/residents.ts'
import { type FlagStatus, flagStatuses } from '@eupnea/contract/rules/flag.ts'
import { m } from '@eupnea/texts'
import { NativeSelect, Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { send } from '../shared/api.ts'
import { FlagBadge } from '../shared/flag-badge.tsx'
import { ActOnMany } from '../shared/table/act-on-many.tsx'
import type { Chosen } from '../shared/table/table-features.ts'
import { floorOptions } from './floor-options.ts'
import { residentAnswers } from './resident-answers.ts'
import styles from './resident-dialogs.module.css'

interface ActOnResidentsProps {
  readonly chosen: Chosen
  readonly onClose: () => void
  readonly onDone: (ids: readonly string[]) => void
}

export function DischargeResidents(of: ActOnResidentsProps) {
  return (
    <ActOnMany
      {...of}
      title={m.resident_discharge_many_title}
      act={m.resident_discharge()}
      isDanger
      answers={residentAnswers}
      done={m.resident_discharge_many_done()}
      onOne={(patient_id) => send(setResidentStatus, { patient_id, status: residentStatus.discharged })}
    >
      <p>{m.resident_discharge_many_effect()}</p>
    </ActOnMany>
  )
}

/** Each by the transitions of its own flag; the server refuses others. */
export function FlagResidents(of: ActOnResidentsProps) {
  const [status, setStatus] = useState<FlagStatus | null>(null)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <ActOnMany
      {...of}
      title={m.resident_flag_many_title}
      act={m.resident_flag_change()}
      answers={[...residentAnswers, listStatusLogs]}
      done={m.resident_flag_many_done()}
      onCheck={() => {
        setMissing(status === null)
        return status !== null
      }}
      onOne={(patient_id) => send(flagResident, { patient_id, status: status ?? 1, note })}
    >
      <Radio.Group
        label={m.resident_flag_new()}
        value={status === null ? null : String(status)}
        onChange={(value) => setStatus(Number(value) as FlagStatus)}
        error={isMissing && status === null ? m.resident_flag_required() : undefined}
      >
        <Stack gap="xs" mt={6}>
          {flagStatuses.map(({ id }) => (
            <Radio
              key={id}
              classNames={{ radio: styles.residentRadio }}
              value={String(id)}
              label={<FlagBadge status={id} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={m.note_label()}
        description={m.resident_flag_note_help()}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={4_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActOnMany>
  )
}

/** A facility reorganises its floors. */
export function MoveResidents({ clinic, ...of }: ActOnResidentsProps & { readonly clinic: Pick<Clinic, 'floors'> }) {
  const [floor, setFloor] = useState(clinic.floors[0] ?? '')
  return (
    <ActOnMany
      {...of}
      title={m.resident_floor_many_title}
      act={m.resident_floor_many_act()}
      answers={residentAnswers}
      done={m.resident_floor_many_done()}
      onOne={(patient_id) => send(saveResident, { patient_id, floor })}
    >
      <NativeSelect
        label={m.resident_floor()}
        description={m.resident_floor_many_help()}
        data={[...floorOptions(clinic.floors), { value: '', label: m.resident_floor_none() }]}
        value={floor}
        onChange={(event) => setFloor(event.currentTarget.value)}
      />
    </ActOnMany>
  )
}
