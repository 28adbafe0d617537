import type { Clinic } from '@eupnea/contract/clinics.ts'
import { createDuty } from '@eupnea/contract/duties.ts'
import { m } from '@eupnea/texts'
import { MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { nextTime } from '../shared/form/local-time.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { sayDone } from '../shared/say-done.tsx'
import { clockText, now, zoneText } from '../shared/time.ts'
import { floorText } from '../shared/words.ts'
import { usualEnd } from './usual-end.ts'

interface TakeDutyProps {
  readonly clinic: Pick<Clinic, 'id' | 'floors' | 'tz'>
  readonly onClose: () => void
}

/** `I take floor 2 until 07:00` (AN-7). */
export function TakeDuty({ clinic: { id: clinic_id, floors, tz }, onClose }: TakeDutyProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [time, setTime] = useState(() => usualEnd(now(), tz))
  const until = nextTime(time, now(), tz)
  const take = useSend(createDuty, {
    onClose,
    onSuccess: ({ until: end }) => sayDone(m.duty_taken({ time: clockText(end, tz) })),
  })
  return (
    <FormDialog
      title={m.duty_take_title()}
      act={m.duty_take()}
      error={take.error}
      isPending={take.isPending}
      onAct={() => until && take.mutate({ clinic_id, floors: chosen, until })}
      onClose={onClose}
    >
      <p>{m.duty_take_help()}</p>
      {floors.length > 0 && (
        <MultiSelect
          label={m.duty_floors_label()}
          description={m.duty_floors_help()}
          data={floors.map((floor) => ({ value: floor, label: floorText(floor) }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <TextInput
        {...timeInput('time', time)}
        label={m.duty_until_label()}
        description={m.duty_until_help({ zone: zoneText(tz) })}
        required
        onChange={(event) => setTime(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
