import { returnDevice, updateDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { send } from '../shared/api.ts'
import { ActOnMany } from '../shared/table/act-on-many.tsx'
import type { Chosen } from '../shared/table/table-features.ts'
import { deviceAnswers } from './device-answers.ts'
import { usePlaces } from './use-places.ts'

interface ActOnDevicesProps {
  readonly chosen: Chosen
  readonly onClose: () => void
  readonly onDone: (ids: readonly string[]) => void
}

/** To a facility, or into stock (DE-4). */
export function MoveDevices(of: ActOnDevicesProps) {
  const { choices } = usePlaces()
  const [clinic_id, setClinic] = useState('')
  return (
    <ActOnMany
      {...of}
      title={m.device_move_many_title}
      act={m.device_move_many_act()}
      answers={deviceAnswers}
      done={m.device_move_many_done()}
      onOne={(device_id) => send(updateDevice, { device_id, clinic_id })}
    >
      <NativeSelect
        label={m.clinic_label()}
        description={m.device_move_many_help()}
        data={choices}
        value={clinic_id}
        onChange={(event) => setClinic(event.currentTarget.value)}
      />
    </ActOnMany>
  )
}

/** Out of the inventory (DE-4). */
export function ReturnDevices(of: ActOnDevicesProps) {
  return (
    <ActOnMany
      {...of}
      title={m.device_return_many_title}
      act={m.device_return()}
      isDanger
      answers={deviceAnswers}
      done={m.device_return_many_done()}
      onOne={(device_id) => send(returnDevice, { device_id })}
    >
      <p>{m.device_return_many_effect()}</p>
    </ActOnMany>
  )
}
