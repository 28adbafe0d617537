import { linkedResidentFields } from '@eupnea/contract/members.fields.ts'
import { linkMemberResident, type Member } from '@eupnea/contract/members.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { bareRoom } from '@eupnea/contract/rules/room-text.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinics } from '../shared/clinic.ts'
import { SaveDialog } from '../shared/form/save-dialog.tsx'
import { noRules, useRecordForm } from '../shared/form/use-record-form.ts'
import { memberAnswers } from './member-answers.ts'

interface LinkResidentProps {
  readonly member: Member
  readonly onClose: () => void
}

/** As many as one looks through by eye; beyond that, search. */
const most = 20

/** Chooses whose nights a member sees (ME-1). */
export function LinkResident({ member, onClose }: LinkResidentProps) {
  const form = useRecordForm(linkedResidentFields, noRules, null)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const clinics = useClinics()
  const { data } = useCall(
    listResidents,
    { status: '1,2', page_size: most, ...(search && { search }) },
    { placeholderData: (before) => before },
  )
  const clinicName = (id: string) => clinics.data?.find((clinic) => clinic.id === id)?.name ?? ''
  const options = (data?.items ?? []).map((resident) => ({
    value: resident.patient_id,
    label: m.member_resident_option({
      resident: residentName(resident),
      room: bareRoom(resident.room) || '–',
      clinic: clinicName(resident.clinic_id),
    }),
  }))
  return (
    <SaveDialog
      call={linkMemberResident}
      input={() => ({ user_uid: member.user_uid, patient_id: form.values.patient_id })}
      invalidates={memberAnswers}
      done={m.resident_link_done()}
      form={form}
      title={m.member_link_title({ member: userName(member) })}
      act={m.member_link()}
      note={<p>{m.member_link_help()}</p>}
      controls={{
        patient_id: ({ value, fault, onChange }) => (
          <div data-field="patient_id">
            <Select
              label={m.member_resident_label()}
              placeholder={m.member_resident_hint()}
              searchable
              // What opens by itself covers what stands below it.
              openOnFocus={false}
              // What the portal found is shown as it is.
              filter={({ options: all }) => all}
              data={options}
              value={value || null}
              onChange={(chosen) => onChange(chosen ?? '')}
              onSearchChange={(typed) => setText(options.some(({ label }) => label === typed) ? '' : typed)}
              nothingFoundMessage={m.member_resident_none_found()}
              error={fault}
              data-autofocus
            />
          </div>
        ),
      }}
      onClose={onClose}
    />
  )
}
