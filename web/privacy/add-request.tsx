import { createPrivacyRequest, listPrivacyRequests, type PrivacyRequest } from '@eupnea/contract/privacy.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { listUsers } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { Radio, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { browserDay } from '../shared/form/local-time.ts'
import { timeInput } from '../shared/form/time-input.ts'
import { sayDone } from '../shared/say-done.tsx'
import { subjectText } from './privacy-words.ts'

type Type = PrivacyRequest['subject_type']

/** As many as one looks through by eye; beyond that, search. */
const most = 20

/** People of the portal to choose from. */
function usePeople(type: Type, search: string) {
  const users = useCall(
    listUsers,
    { page_size: most, ...(search && (search.includes('@') ? { email: search } : { name: search })) },
    { enabled: type === 'user', placeholderData: (before) => before },
  )
  const residents = useCall(
    listResidents,
    { status: '0,1,2', page_size: most, ...(search && { search }) },
    { enabled: type === 'resident', placeholderData: (before) => before },
  )
  if (type === 'user')
    return (users.data?.users ?? []).map((user) => ({
      value: user.id,
      label: m.privacy_user_option({ user: userName(user), email: user.email }),
    }))
  return (residents.data?.items ?? []).map((resident) => ({
    value: resident.patient_id,
    label: m.privacy_resident_option({ resident: residentName(resident), room: bareRoom(resident.room) || '–' }),
  }))
}

/** Notes what somebody asks about their data (PR-1). */
export function AddRequest({ onClose }: { readonly onClose: () => void }) {
  const [kind, setKind] = useState<PrivacyRequest['kind']>('export')
  const [type, setType] = useState<Type>('resident')
  const [subject, setSubject] = useState<string | null>(null)
  const [received, setReceived] = useState(browserDay)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const [faults, setFaults] = useState<{ subject?: string; received?: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const people = usePeople(type, search)
  const adding = useSend(createPrivacyRequest, {
    invalidates: [listPrivacyRequests],
    onClose,
    onSuccess: () => sayDone(m.privacy_add_done()),
  })

  function submit() {
    if (subject === null) return setFaults({ subject: m.privacy_subject_required() })
    if (received === '') return setFaults({ received: m.privacy_received_required() })
    setFaults(null)
    adding.mutate({ kind, subject_type: type, subject_id: subject, received_on: received })
  }

  return (
    <FormDialog
      title={m.privacy_add()}
      act={m.privacy_add()}
      error={adding.error}
      isPending={adding.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={fields}>
        <Radio.Group label={m.privacy_kind_label()} value={kind} onChange={(value) => setKind(value)}>
          <Stack gap="xs" mt={6}>
            <Radio value="export" label={m.privacy_kind_export()} data-autofocus />
            <Radio value="erasure" label={m.privacy_kind_erasure()} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={m.privacy_about_label()}
          value={type}
          onChange={(value) => {
            setType(value)
            setSubject(null)
          }}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="resident" label={subjectText.resident()} />
            <Radio value="user" label={subjectText.user()} />
          </Stack>
        </Radio.Group>
        <Select
          key={type}
          label={subjectText[type]()}
          placeholder={type === 'user' ? m.privacy_user_hint() : m.privacy_resident_hint()}
          searchable
          // What the portal found is shown as it is.
          filter={({ options }) => options}
          data={people}
          value={subject}
          onChange={(value) => {
            setSubject(value)
            setFaults(null)
          }}
          onSearchChange={(value) => setText(people.some(({ label }) => label === value) ? '' : value)}
          nothingFoundMessage={m.privacy_subject_none_found()}
          error={faults?.subject}
        />
        <TextInput
          label={m.privacy_received_label()}
          {...timeInput('date', received)}
          onChange={(event) => {
            setReceived(event.currentTarget.value)
            setFaults(null)
          }}
          error={faults?.received}
        />
      </Stack>
    </FormDialog>
  )
}
