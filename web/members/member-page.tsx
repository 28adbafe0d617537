import {
  answerMemberInvitation,
  type Invitation,
  type LinkedProvider,
  listLinkedProviders,
  listMemberInvitations,
  type Member,
} from '@eupnea/contract/members.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import { dateText } from '../shared/time.ts'
import { Answer } from './answer.tsx'
import { memberAnswers } from './member-answers.ts'
import { kindText } from './member-words.ts'
import '../shared/table/admin-page.css'
import './members.css'
import { OwnNights } from './own-nights.tsx'
import { UnlinkProvider } from './unlink-provider.tsx'

/** What a member sees of themselves: nights, respiration, and who else sees them (SH-10). */
export function MemberPage({ member }: { readonly member: Member }) {
  return (
    <div className="admin-page">
      <h1>Your nights</h1>
      <Received />
      <div className="member-grid">
        {member.is_linked ? (
          <OwnNights member={member} />
        ) : (
          <section className="member-panel member-whole" aria-label="Nights">
            <Empty title="No sensor is linked to you yet">
              Ask your Provider or your care facility to link your account to the sensor in your room. Your nights
              appear here as soon as that is done; nothing else is needed of you.
            </Empty>
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
      sayDone(accept ? `${provider_name} sees your nights from now on` : 'The invitation was declined'),
    onError: sayFailed,
  })
  return (
    <section className="member-panel member-asked" aria-label={`Invitation of ${provider_name}`}>
      <p>
        <b>{provider_name}</b> ({provider_email}) asks to see your nights: time in bed and respiration. You can end that
        at any time.
      </p>
      <Group gap="xs">
        <Button loading={answer.isPending} onClick={() => answer.mutate({ provider_id, accept: true })}>
          Accept
        </Button>
        <Button
          variant="default"
          disabled={answer.isPending}
          onClick={() => answer.mutate({ provider_id, accept: false })}
        >
          Decline
        </Button>
      </Group>
    </section>
  )
}

function Providers() {
  const query = useCall(listLinkedProviders, {})
  const [ending, setEnding] = useState<LinkedProvider | null>(null)
  return (
    <section className="member-panel member-whole" aria-labelledby="own-providers">
      <h2 id="own-providers">Who sees your nights</h2>
      <Answer query={query} label="Fetching your Providers">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No Provider is linked to you">Only you and your care facility see your nights.</Empty>
          ) : (
            <ul className="member-people">
              {items.map((provider) => (
                <li key={provider.provider_id}>
                  <div className="member-person">
                    <b>{provider.name}</b>
                    <p>
                      {provider.email} · {kindText[provider.kind]} · since {dateText(provider.linked_at, browserZone())}
                    </p>
                  </div>
                  <Button variant="default" onClick={() => setEnding(provider)} aria-label={`Unlink ${provider.name}`}>
                    Unlink
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
