import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { mayAdminister, useSession } from '../shared/session.ts'
import tableStyles from '../shared/table/table.module.css'
import styles from './sms-alerts.module.css'

/** E-mail and escalation recipients; administrators can change both (FA-3, AL-7). */
export function OtherRecipients({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  const { alert_recipients, escalation_minutes, escalation_recipients } = clinic
  return (
    <div className={styles.alertOthers}>
      <Recipients
        title={m.sms_alert_mail_title()}
        text={alert_recipients.length > 0 ? m.sms_alert_mail_on() : m.sms_alert_mail_off()}
        recipients={alert_recipients}
      />
      <Recipients
        title={m.sms_alert_escalation_title()}
        text={
          escalation_minutes !== null && escalation_recipients.length > 0
            ? m.sms_alert_escalation_on({ minutes: numberText(escalation_minutes) })
            : m.sms_alert_escalation_off()
        }
        recipients={escalation_minutes === null ? [] : escalation_recipients}
      />
      {session && mayAdminister(session, clinic.id) ? (
        <Link to="/facility/settings/$slug" params={{ slug: clinic.slug }}>
          {m.sms_alert_others_change()}
        </Link>
      ) : (
        <p className={tableStyles.tableSub}>{m.sms_alert_others_ask()}</p>
      )}
    </div>
  )
}

interface RecipientsProps {
  readonly title: string
  readonly text: string
  readonly recipients: readonly string[]
}

function Recipients({ title, text, recipients }: RecipientsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {recipients.length > 0 && (
        <ul>
          {recipients.map((recipient) => (
            <li key={recipient} className="tabular">
              {recipient}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
