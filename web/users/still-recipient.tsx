import type { User } from '@eupnea/contract/users.ts'
import { m } from '@eupnea/texts'
import { useClinics } from '../shared/clinic.ts'
import { clinicsText } from './user-words.ts'

/** Lists of recipients hold addresses, not users: who leaves stays in them until somebody takes the address out. */
export function StillRecipient({ user: { email } }: { readonly user: Pick<User, 'email'> }) {
  const { data = [] } = useClinics()
  const receiving = data.filter(({ alert_recipients, daily_report_recipients, escalation_recipients }) =>
    [alert_recipients, daily_report_recipients, escalation_recipients].some((list) => list.includes(email)),
  )
  if (receiving.length === 0) return null
  return <p>{m.user_still_recipient({ email, clinics: clinicsText(receiving.map(({ name }) => name)) })}</p>
}
