import { deviceName } from '@eupnea/contract/device-name.ts'
import { type Device, replaceDevices } from '@eupnea/contract/devices.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { useWhileHere } from '../shared/while-here.ts'
import { ActStatus } from './act-status.tsx'
import { deviceAnswers } from './device-answers.ts'
import { whereText } from './device-words.ts'

interface ReplaceDeviceProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Another device takes name, place and resident; after a failure the same is tried again, never done twice (DE-2). */
export function ReplaceDevice({ device, onClose }: ReplaceDeviceProps) {
  const [uid, setUid] = useState('')
  const [fault, setFault] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const close = useWhileHere(onClose)
  const replacement = useSend(replaceDevices, {
    invalidates: deviceAnswers,
    onSuccess: ({ items: [item] }) => {
      if (item?.status === 'error') {
        setFault(item.message ?? m.device_act_error())
        return
      }
      close()
      sayDone(m.device_update_done())
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field?.startsWith('data.0.')) setFault(error.message)
      setFailed(true)
    },
  })
  const isAtField = replacement.error instanceof ApiError && replacement.error.field?.startsWith('data.0.')
  const { isPending } = replacement

  function submit() {
    if (uid.trim() === '') return setFault(m.device_replace_uid_missing())
    setFault('')
    replacement.mutate({
      clinic_id: device.clinic_id ?? '',
      data: [{ old_device_id: device.device_id, new_device_uid: uid.trim() }],
      retry: hasFailed,
    })
  }

  return (
    <FormDialog
      title={m.device_replace_title({ device: deviceName(device) })}
      act={hasFailed ? m.common_try_again() : m.device_replace()}
      error={isAtField ? null : replacement.error}
      isPending={isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>
        {device.patient_id === null
          ? m.device_replace_effect({ device: deviceName(device) })
          : m.device_replace_effect_linked({ device: deviceName(device), place: whereText(device) })}
      </p>
      <TextInput
        label={m.device_replace_uid()}
        description={m.device_replace_uid_help()}
        required
        maxLength={64}
        data-autofocus
        autoComplete="off"
        value={uid}
        error={fault || undefined}
        onChange={(event) => {
          setUid(event.currentTarget.value)
          setFault('')
        }}
      />
      <ActStatus isPending={isPending} hasFailed={fault !== '' || replacement.isError} />
    </FormDialog>
  )
}
