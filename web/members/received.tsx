import {
  answerMemberInvitation,
  answerProviderInvitation,
  listMemberInvitations,
  listProviderInvitations,
} from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { memberAnswers } from './member-answers.ts'
import styles from './own-page.module.css'

/** Invitations that wait for an answer stand above all else: nobody sees anything until then. */

/** From providers, to a member (ME-2). */
export function ReceivedByMember() {
  const { data } = useCall(listMemberInvitations, {})
  const answer = useSend(answerMemberInvitation, { invalidates: memberAnswers, onError: sayFailed })
  return data?.received.map(({ provider_id, provider_name: provider, provider_email: email }) => (
    <Asked
      key={provider_id}
      label={m.member_invitation_label({ provider })}
      isPending={answer.isPending}
      onAnswer={(accept) =>
        answer.mutate(
          { provider_id, accept },
          { onSuccess: () => sayDone(accept ? m.member_accept_done({ provider }) : m.member_decline_done()) },
        )
      }
    >
      <Rich parts={m.member_invitation.parts({ provider, email })} />
    </Asked>
  ))
}

/** From members, to a provider (EA-7). */
export function ReceivedByProvider() {
  const { data } = useCall(listProviderInvitations, {})
  const answer = useSend(answerProviderInvitation, { invalidates: memberAnswers, onError: sayFailed })
  return data?.received.map(({ user_uid, member_name: member, member_email: email }) => (
    <Asked
      key={user_uid}
      label={m.member_asked_label({ member })}
      isPending={answer.isPending}
      onAnswer={(accept) =>
        answer.mutate(
          { user_uid, accept },
          { onSuccess: () => sayDone(accept ? m.member_asked_accept_done({ member }) : m.member_decline_done()) },
        )
      }
    >
      <Rich parts={m.member_asked.parts({ member, email })} />
    </Asked>
  ))
}

interface AskedProps {
  readonly label: string
  readonly isPending: boolean
  readonly onAnswer: (accept: boolean) => void
  readonly children: ReactNode
}

const Asked = ({ label, isPending, onAnswer, children }: AskedProps) => (
  <section className={styles.ownPanel} data-asked aria-label={label}>
    <p>{children}</p>
    <Group gap="xs">
      <Button loading={isPending} onClick={() => onAnswer(true)}>
        {m.member_accept()}
      </Button>
      <Button variant="default" disabled={isPending} onClick={() => onAnswer(false)}>
        {m.member_decline()}
      </Button>
    </Group>
  </section>
)
