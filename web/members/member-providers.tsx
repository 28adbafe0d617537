import { type LinkedProvider, type MemberDetail, memberDetail } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Answer } from '../shared/panel.tsx'
import rowStyles from '../shared/panel-rows.module.css'
import { isAdministrator, useSession } from '../shared/session.ts'
import { providerFacts } from './member-words.ts'
import styles from './members.module.css'
import { RevokeProvider } from './revoke-provider.tsx'

/** Who sees a member, with a button to end it for who may act. */
export function MemberProviders({ user_uid }: { readonly user_uid: string }) {
  const query = useCall(memberDetail, { user_uid })
  return (
    <Answer query={query} label={m.member_providers_loading()}>
      {(member) => <ProviderList member={member} />}
    </Answer>
  )
}

function ProviderList({ member }: { readonly member: MemberDetail }) {
  const session = useSession()
  const [ending, setEnding] = useState<LinkedProvider | null>(null)
  if (!session) return null
  const mayAct = isAdministrator(session) || member.link === 'admin'
  if (member.providers.length === 0) return <p className={styles.memberNote}>{m.member_providers_empty()}</p>
  return (
    <>
      <ul className={rowStyles.panelRows}>
        {member.providers.map((provider) => (
          <li key={provider.provider_id}>
            <div className={rowStyles.panelRowWhat}>
              <b>{provider.name}</b>
              <p className={styles.memberNote}>{providerFacts(provider)}</p>
            </div>
            {(mayAct || provider.provider_id === session.id) && (
              <Button
                size="compact-md"
                variant="default"
                onClick={() => setEnding(provider)}
                aria-label={m.member_revoke_label({ provider: provider.name })}
              >
                {m.member_revoke()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <RevokeProvider
          member={member}
          provider={ending}
          isOwn={ending.provider_id === session.id}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  )
}
