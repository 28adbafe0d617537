import { invitationDays, inviteMember } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

const labels = {
  first_name: m.member_first_name_label,
  last_name: m.member_last_name_label,
  email: m.member_email_label,
} as const
const asks = {
  first_name: m.member_first_name_required,
  last_name: m.member_last_name_required,
  email: m.member_email_required,
} as const
type Field = keyof typeof labels
const fieldNames = Object.keys(labels) as Field[]
const nothing: Record<Field, string> = { first_name: '', last_name: '', email: '' }
type Faults = Partial<Record<Field, string>>

/** Invites somebody to be a member (ME-2). */
export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const [values, setValues] = useState(nothing)
  const [faults, setFaults] = useState<Faults | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, faults)
  const invitation = useSend(inviteMember, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(m.member_invite_done())
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field && error.field in labels) setFaults({ [error.field]: error.message })
    },
  })

  function submit() {
    const missing = fieldNames.filter((name) => values[name].trim() === '')
    if (missing.length > 0) return setFaults(Object.fromEntries(missing.map((name) => [name, asks[name]()])))
    setFaults(null)
    invitation.mutate(values)
  }

  return (
    <FormDialog
      title={m.member_invite_title()}
      act={m.member_invite()}
      error={faults ? null : invitation.error}
      isPending={invitation.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>{m.member_invite_help({ days: invitationDays })}</p>
      <Stack gap="sm" ref={fields}>
        {fieldNames.map((name) => (
          <TextInput
            key={name}
            label={labels[name]()}
            type={name === 'email' ? 'email' : 'text'}
            autoComplete="off"
            value={values[name]}
            onChange={(event) => {
              const { value } = event.currentTarget
              setValues((before) => ({ ...before, [name]: value }))
              setFaults(null)
            }}
            error={faults?.[name]}
            data-autofocus={name === 'first_name' || undefined}
          />
        ))}
      </Stack>
    </FormDialog>
  )
}
