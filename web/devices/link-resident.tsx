import { deviceName } from '@eupnea/contract/device-name.ts'
import { assignDevice, type Device } from '@eupnea/contract/devices.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import formStyles from '../shared/form/form.module.css'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { useSince } from '../shared/form/since-fields.tsx'
import { IconSearch } from '../shared/icons.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { placeText } from '../shared/words.ts'
import { deviceAnswers } from './device-answers.ts'
import styles from './devices.module.css'

/** As many as one looks through by eye; beyond that, search. */
const most = 50

interface LinkResidentProps {
  readonly device: Device
  readonly onClose: () => void
}

/** Links a resident who has no device to this one (DE-4); out of stock into the resident's clinic. */
export function LinkResident({ device, onClose }: LinkResidentProps) {
  const { data: clinics = [] } = useClinics()
  const [chosenClinic, setClinic] = useState('')
  const clinic_id = device.clinic_id ?? (chosenClinic || clinics[0]?.id)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const since = useSince(clinics.find(({ id }) => id === clinic_id)?.tz ?? device.tz)
  const choices = useRef<HTMLDivElement>(null)
  const query = useCall(
    listResidents,
    { clinic_id, status: '1', device: 'without', page_size: most, ...(search && { search }) },
    { enabled: clinic_id !== undefined, placeholderData: (before) => before },
  )
  const link = useSend(assignDevice, {
    invalidates: [...deviceAnswers, listResidents],
    onClose,
    onSuccess: () => sayDone(device.clinic_id === null ? m.device_assign_done() : m.resident_link_done()),
  })
  const residents = query.data?.items ?? []
  const more = (query.data?.pagination.total_records ?? 0) - residents.length

  function submit() {
    const patient_id = residents.find((resident) => resident.patient_id === chosen)?.patient_id
    if (!patient_id) {
      setMissing(true)
      choices.current?.querySelector('input')?.focus()
      return
    }
    const stated = since.read()
    if ('fault' in stated) return
    link.mutate({
      device_id: device.device_id,
      patient_id,
      status: 1,
      ...(stated.since && { since: stated.since }),
    })
  }

  return (
    <FormDialog
      title={m.device_link_title({ device: deviceName(device) })}
      act={m.device_link_act()}
      error={link.error}
      isWarning
      isPending={link.isPending}
      onAct={submit}
      onClose={onClose}
    >
      {device.clinic_id === null && (
        <label className={tableToolsStyles.tableLabelled}>
          <span>{m.clinic_label()}</span>
          <select
            className={tableToolsStyles.tableSelect}
            value={clinic_id ?? ''}
            onChange={(event) => {
              setClinic(event.currentTarget.value)
              setChosen(null)
            }}
          >
            {clinics.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextInput
        label={m.device_link_search()}
        placeholder={m.resident_search_hint()}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {query.isPending && <Loading label={m.resident_loading()} />}
      {!query.data && query.error && <Failed error={query.error} retry={() => void query.refetch()} />}
      {query.data && residents.length === 0 && (
        <Empty title={search ? m.resident_none_found_title() : m.device_link_all_linked_title()}>
          {search ? m.common_try_search() : m.device_link_all_linked()}
        </Empty>
      )}
      {residents.length > 0 && (
        <Radio.Group
          label={m.resident_label()}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setMissing(false)
          }}
          error={isMissing ? m.resident_required() : undefined}
        >
          <Stack gap="xs" mt={6} className={styles.deviceChoices} ref={choices}>
            {residents.map((resident) => (
              <Radio
                key={resident.patient_id}
                value={resident.patient_id}
                label={residentName(resident)}
                description={placeText(resident.room, resident.floor) || m.resident_room_none()}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {since.fields}
      {more > 0 && <p className={formStyles.formNote}>{m.device_link_more({ count: numberText(more) })}</p>}
    </FormDialog>
  )
}
