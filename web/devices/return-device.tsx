import { type Device, returnDevice } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { deviceAnswers } from './device-answers.ts'
import { nameOf } from './device-words.ts'

interface ReturnDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Out of the inventory (DE-4). */
export function ReturnDevice({ device, onClose }: ReturnDeviceProps) {
  const name = nameOf(device)
  const back = useSend(returnDevice, {
    invalidates: deviceAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.device_return_done())
    },
  })
  return (
    <FormDialog
      title={`Return ${name}?`}
      act="Return"
      isDanger
      error={back.error}
      isWarning
      isPending={back.isPending}
      onAct={() => back.mutate({ device_id: device.device_id })}
      onClose={onClose}
    >
      <p>
        {name} leaves the inventory: it is inactive and at no facility, and its key is void. Add it in stock again if it
        comes back; it then gets a new key.
      </p>
    </FormDialog>
  )
}
