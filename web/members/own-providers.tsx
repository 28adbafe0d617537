import {
  type LinkedProvider,
  listLinkedProviders,
  listProviderInvitations,
  withdrawProviderInvitation,
} from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { browserZone } from '../shared/form/local-time.ts'
import { Answer } from '../shared/panel.tsx'
import rowStyles from '../shared/panel-rows.module.css'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty } from '../shared/states.tsx'
import { dateText } from '../shared/time.ts'
import { InviteProvider } from './invite-provider.tsx'
import { memberAnswers } from './member-answers.ts'
import { providerFacts } from './member-words.ts'
import styles from './members.module.css'
import ownStyles from './own-page.module.css'
import { UnlinkProvider } from './unlink-provider.tsx'

/** Who sees a member's nights, whom they have invited, and the ways to change both (ME-2, EA-7). */
export function OwnProviders() {
  const query = useCall(listLinkedProviders, {})
  const { data: invitations } = useCall(listProviderInvitations, {})
  const [ending, setEnding] = useState<LinkedProvider | null>(null)
  const [isInviting, setInviting] = useState(false)
  const withdrawal = useSend(withdrawProviderInvitation, {
    invalidates: memberAnswers,
    onSuccess: () => sayDone(m.member_withdraw_done()),
    onError: sayFailed,
  })
  const waiting = invitations?.sent ?? []
  return (
    <section className={ownStyles.ownPanel} aria-labelledby="own-providers">
      <div className={ownStyles.ownHead}>
        <h2 id="own-providers">{m.member_own_providers_title()}</h2>
        <Button variant="default" onClick={() => setInviting(true)}>
          {m.member_invite_provider()}
        </Button>
      </div>
      <Answer query={query} label={m.member_own_providers_loading()}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <Empty title={m.member_own_providers_empty_title()}>{m.member_own_providers_empty()}</Empty>
            )}
            <ul className={rowStyles.panelRows}>
              {items.map((provider) => (
                <Person key={provider.provider_id} name={provider.name} facts={providerFacts(provider)}>
                  <Button
                    variant="default"
                    onClick={() => setEnding(provider)}
                    aria-label={m.member_unlink_provider_label({ provider: provider.name })}
                  >
                    {m.member_unlink()}
                  </Button>
                </Person>
              ))}
              {waiting.map(({ email, expires_at }) => (
                <Person
                  key={email}
                  name={email}
                  facts={m.member_provider_waiting({ day: dateText(expires_at, browserZone()) })}
                >
                  <Button
                    variant="default"
                    loading={withdrawal.isPending && withdrawal.variables.provider_email === email}
                    onClick={() => withdrawal.mutate({ provider_email: email })}
                    aria-label={m.member_withdraw_label({ email })}
                  >
                    {m.member_withdraw()}
                  </Button>
                </Person>
              ))}
            </ul>
          </>
        )}
      </Answer>
      {ending && <UnlinkProvider provider={ending} onClose={() => setEnding(null)} />}
      {isInviting && <InviteProvider onClose={() => setInviting(false)} />}
    </section>
  )
}

interface PersonProps {
  readonly name: string
  readonly facts: string
  readonly children: ReactNode
}

const Person = ({ name, facts, children }: PersonProps) => (
  <li>
    <div className={rowStyles.panelRowWhat}>
      <b>{name}</b>
      <p className={styles.memberNote}>{facts}</p>
    </div>
    {children}
  </li>
)
