import { invitationDays, inviteMember } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

const labels = { first_name: 'First name', last_name: 'Last name', email: 'E-mail' } as const
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
    if (missing.length > 0)
      return setFaults(Object.fromEntries(missing.map((name) => [name, `Enter the ${labels[name].toLowerCase()}`])))
    setFaults(null)
    invitation.mutate(values)
  }

  return (
    <FormDialog
      title="Invite a member"
      act="Send invitation"
      error={faults ? null : invitation.error}
      isPending={invitation.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>
        They get a mail and, without an account, a link to choose a password. You see their nights as soon as they
        accept, within {invitationDays} days.
      </p>
      <Stack gap="sm" ref={fields}>
        {fieldNames.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
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
