import { deviceName } from '@eupnea/contract/device-name.ts'
import { assignDevice, type Device, listDevices } from '@eupnea/contract/devices.ts'
import type { Resident, ResidentDevice } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Box, Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { send, useCall, useSend } from '../shared/api.ts'
import { Connection } from '../shared/connection.tsx'
import { Refusal } from '../shared/form/refusal.tsx'
import { useSince } from '../shared/form/since-fields.tsx'
import { IconSearch } from '../shared/icons.tsx'
import panelStyles from '../shared/panel.module.css'
import { Answer } from '../shared/panel.tsx'
import { endSaid, sayDone, sayDoneWithUndo } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import { LastSeen } from './last-seen.tsx'
import { refreshingResidents, residentAnswers } from './resident-answers.ts'
import styles from './resident-dialogs.module.css'
import residentHeaderStyles from './resident-header.module.css'
import { nameWithRoom } from './resident-name.ts'

/** As many as people scan by eye; beyond that, they search. */
const most = 50

type Named = Pick<Resident, 'patient_id' | 'first_name' | 'last_name' | 'room'>

interface AssignDeviceProps {
  readonly resident: Named & Pick<Resident, 'clinic_id'>
  readonly zone: string
  readonly onClose: () => void
}

interface RemoveDeviceProps {
  readonly resident: Named & { readonly device: Pick<ResidentDevice, 'device_id' | 'device_name'> | null }
  readonly onClose: () => void
}

/** Links one of the clinic's available devices to the resident. */
export function AssignDevice({ resident, zone, onClose }: AssignDeviceProps) {
  const { patient_id, clinic_id } = resident
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const [chosen, setChosen] = useState<string | null>(null)
  const choicesRef = useRef<HTMLDivElement>(null)
  /** px: a search that narrows the list must not move the button away from a click. */
  const [height, setHeight] = useState<number>()
  const [isMissing, setMissing] = useState(false)
  const since = useSince(zone)
  const query = useCall(
    listDevices,
    { clinic_id, status: 'available', limit: most, ...(search ? { search } : {}) },
    { placeholderData: (before) => before },
  )
  const assign = useSend(assignDevice, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: () => {
      endSaid(patient_id)
      sayDone(m.resident_link_done())
    },
  })
  const devices = query.data?.items ?? []
  const more = (query.data?.pagination.total_records ?? 0) - devices.length

  function submit() {
    if (!devices.some(({ device_id }) => device_id === chosen)) {
      setMissing(true)
      choicesRef.current?.querySelector('input')?.focus()
      return
    }
    const stated = since.read()
    if ('fault' in stated) return
    assign.mutate({ device_id: chosen!, patient_id, status: 1, ...(stated.since && { since: stated.since }) })
  }

  return (
    <Modal opened onClose={onClose} title={m.resident_link_title({ resident: nameWithRoom(resident) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!assign.isPending) submit()
        }}
      >
        <Stack gap="md">
          <TextInput
            label={m.resident_link_search()}
            placeholder={m.resident_link_search_hint()}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={text}
            onChange={(event) => {
              setHeight(height ?? choicesRef.current?.getBoundingClientRect().height)
              setText(event.currentTarget.value)
            }}
            data-autofocus
          />
          <Box ref={choicesRef} mih={height}>
            <Answer
              query={query}
              label={m.resident_link_loading()}
              zone={zone}
              isEmpty={({ items }) => items.length === 0}
              empty={
                <Empty title={search ? m.device_list_none_found() : m.resident_link_none_title()}>
                  {search ? m.common_try_search() : m.resident_link_none()}
                </Empty>
              }
            >
              {({ items }) => (
                <Radio.Group
                  label={m.device_label()}
                  value={chosen}
                  onChange={(value) => {
                    setChosen(value)
                    setMissing(false)
                  }}
                  error={isMissing ? m.resident_link_required() : undefined}
                >
                  <Stack gap="xs" mt={6} className={styles.residentDeviceChoices}>
                    {items.map((device) => (
                      <Radio
                        classNames={{ radio: styles.residentRadio }}
                        key={device.device_id}
                        value={device.device_id}
                        label={deviceName(device)}
                        description={<DeviceText device={device} zone={zone} />}
                      />
                    ))}
                  </Stack>
                </Radio.Group>
              )}
            </Answer>
          </Box>
          {since.fields}
          {more > 0 && <p className={panelStyles.panelNote}>{m.resident_link_more({ count: numberText(more) })}</p>}
          {assign.error && <Refusal error={assign.error} isWarning />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {m.common_cancel()}
            </Button>
            <Button type="submit" loading={assign.isPending} disabled={devices.length === 0}>
              {m.resident_link()}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function DeviceText({ device, zone }: { readonly device: Device; readonly zone: string }) {
  return (
    <span className={residentHeaderStyles.residentDeviceText}>
      <Connection device={device} />
      {device.device_uid !== device.device_name && <span>{device.device_uid}</span>}
      <span>
        {m.device_last_seen()} <LastSeen device={device} zone={zone} />
      </span>
    </span>
  )
}

/** Asks by name, unlinks the device, and offers undo. */
export function RemoveDevice({ resident, onClose }: RemoveDeviceProps) {
  const { patient_id, device } = resident
  const remove = useSend(assignDevice, {
    invalidates: residentAnswers,
    onClose,
    onSuccess: ({ device_id }) => {
      const undo = async () => {
        await send(assignDevice, { device_id, patient_id, status: 1 })
        return m.resident_link_done()
      }
      sayDoneWithUndo(patient_id, m.resident_unlink_done(), nameWithRoom(resident), () => refreshingResidents(undo))
    },
  })
  if (!device) return null
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.resident_unlink_question({ device: device.device_name, resident: nameWithRoom(resident) })}
    >
      <p>{m.resident_unlink_effect({ device: device.device_name })}</p>
      {remove.error && <Refusal error={remove.error} />}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_cancel()}
        </Button>
        <Button
          color="var(--danger)"
          c="var(--surface)"
          loading={remove.isPending}
          onClick={() => remove.mutate({ device_id: device.device_id, patient_id, status: 0 })}
        >
          {m.device_unlink_act()}
        </Button>
      </Group>
    </Modal>
  )
}
