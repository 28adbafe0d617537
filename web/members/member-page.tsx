import {
  answerMemberInvitation,
  type Invitation,
  type LinkedProvider,
  listLinkedProviders,
  listMemberInvitations,
  type Member,
} from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Button, Group } from '@mantine/core'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { Rich } from '../shared/rich.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { Answer } from './answer.tsx'
import { memberAnswers } from './member-answers.ts'
import { providerFacts } from './member-words.ts'
import styles from './members.module.css'
import { OwnNights } from './own-nights.tsx'
import { UnlinkProvider } from './unlink-provider.tsx'

/** What a member sees of themselves: nights, respiration, and who else sees them (SH-10). */
export function MemberPage({ member }: { readonly member: Member }) {
  return (
    <div className={adminPageStyles.adminPage}>
      <h1>{m.member_own_title()}</h1>
      <Received />
      <div className={styles.memberGrid}>
        {member.is_linked ? (
          <OwnNights member={member} />
        ) : (
          <section className={clsx(styles.memberPanel, styles.memberWhole)} aria-label={m.member_nights_title()}>
            <Empty title={m.member_own_unlinked_title()}>{m.member_own_unlinked()}</Empty>
          </section>
        )}
        <Providers />
      </div>
    </div>
  )
}

/** Invitations that wait for an answer stand above all else: nobody sees anything until then. */
function Received() {
  const { data } = useCall(listMemberInvitations, {})
  return data?.received.map((invitation) => <Asked key={invitation.provider_id} invitation={invitation} />)
}

function Asked({ invitation: { provider_id, provider_name, provider_email } }: { readonly invitation: Invitation }) {
  const answer = useSend(answerMemberInvitation, {
    invalidates: memberAnswers,
    onSuccess: (_answer, { accept }) =>
      sayDone(accept ? m.member_accept_done({ provider: provider_name }) : m.member_decline_done()),
    onError: sayFailed,
  })
  return (
    <section
      className={clsx(styles.memberPanel, styles.memberAsked)}
      aria-label={m.member_invitation_label({ provider: provider_name })}
    >
      <p>
        <Rich parts={m.member_invitation.parts({ provider: provider_name, email: provider_email })} />
      </p>
      <Group gap="xs">
        <Button loading={answer.isPending} onClick={() => answer.mutate({ provider_id, accept: true })}>
          {m.member_accept()}
        </Button>
        <Button
          variant="default"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ provider_id, accept: false })}
        >
          {m.member_decline()}
        </Button>
      </Group>
    </section>
  )
}

function Providers() {
  const query = useCall(listLinkedProviders, {})
  const [ending, setEnding] = useState<LinkedProvider | null>(null)
  return (
    <section className={clsx(styles.memberPanel, styles.memberWhole)} aria-labelledby="own-providers">
      <h2 id="own-providers">{m.member_own_providers_title()}</h2>
      <Answer query={query} label={m.member_own_providers_loading()}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={m.member_own_providers_empty_title()}>{m.member_own_providers_empty()}</Empty>
          ) : (
            <ul className={styles.memberPeople}>
              {items.map((provider) => (
                <li key={provider.provider_id}>
                  <div className={styles.memberPerson}>
                    <b>{provider.name}</b>
                    <p>{providerFacts(provider)}</p>
                  </div>
                  <Button
                    variant="default"
                    onClick={() => setEnding(provider)}
                    aria-label={m.member_unlink_provider_label({ provider: provider.name })}
                  >
                    {m.member_unlink()}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {ending && <UnlinkProvider provider={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}
