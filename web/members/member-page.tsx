import type { Member } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { Empty } from '../shared/states.tsx'
import { OwnNights } from './own-nights.tsx'
import styles from './own-page.module.css'
import { OwnProviders } from './own-providers.tsx'
import { ReceivedByMember } from './received.tsx'

/** What a member sees of themselves: nights, respiration, and who else sees them (SH-10, EA-7). */
export function MemberPage({ member }: { readonly member: Member }) {
  return (
    <div className={styles.ownPage}>
      <h1>{m.member_own_title()}</h1>
      <ReceivedByMember />
      {member.is_linked ? (
        <OwnNights />
      ) : (
        <section className={styles.ownPanel} aria-label={m.member_nights_title()}>
          <Empty title={m.member_own_unlinked_title()}>{m.member_own_unlinked()}</Empty>
        </section>
      )}
      <OwnProviders />
    </div>
  )
}
