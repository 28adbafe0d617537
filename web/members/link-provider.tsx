import { assignMember, type Member, shareMember } from '@eupnea/contract/members.ts'
import { userName } from '@eupnea/contract/user-name.ts'
import { m } from '@eupnea/texts'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ApiError, useSend } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { sayDone } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'

interface LinkProviderProps {
  readonly member: Pick<Member, 'user_uid' | 'first_name' | 'last_name'>
  readonly how: 'share' | 'assign'
  readonly onClose: () => void
}

const ways = {
  share: {
    call: shareMember,
    done: m.member_share_done,
    act: m.member_share,
    title: m.member_share_title,
    text: m.member_share_help,
  },
  assign: {
    call: assignMember,
    done: m.member_assign_done,
    act: m.member_assign,
    title: m.member_assign_title,
    text: m.member_assign_help,
  },
} as const

/** Shares a member with a Provider, or assigns them to one, by their e-mail (ME-2). */
export function LinkProvider({ member, how, onClose }: LinkProviderProps) {
  const { call, done, act, title, text } = ways[how]
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<{ email: string } | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnFirstFault(fields, fault)
  const linking = useSend(call, {
    invalidates: memberAnswers,
    onSuccess: () => {
      onClose()
      sayDone(done())
    },
    onError: (error) => {
      if (error instanceof ApiError && error.field === 'provider_email') setFault({ email: error.message })
    },
  })

  function submit() {
    if (email.trim() === '') return setFault({ email: m.member_provider_email_required() })
    setFault(null)
    linking.mutate({ user_uid: member.user_uid, provider_email: email })
  }

  return (
    <FormDialog
      title={title({ member: userName(member) })}
      act={act()}
      error={fault ? null : linking.error}
      isPending={linking.isPending}
      onAct={submit}
      onClose={onClose}
    >
      <p>{text()}</p>
      <div ref={fields}>
        <TextInput
          label={m.member_provider_email_label()}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setFault(null)
          }}
          error={fault?.email}
          data-autofocus
        />
      </div>
    </FormDialog>
  )
}
