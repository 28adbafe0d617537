import type { Clinic } from '@eupnea/contract/clinics.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { isAdministrator, useSession } from '../shared/session.ts'
import './sms-alerts.css'

/** Who gets mails, and who is told when nobody acknowledged; administrators change both (FA-3, AL-7). */
export function OtherRecipients({ clinic }: { readonly clinic: Clinic }) {
  const session = useSession()
  const { alert_recipients, escalation_minutes, escalation_recipients } = clinic
  return (
    <div className="alert-others">
      <Recipients
        title="Mails"
        text={
          alert_recipients.length > 0
            ? 'These addresses get one mail for each notification.'
            : 'No address gets mails about notifications.'
        }
        recipients={alert_recipients}
      />
      <Recipients
        title="Escalation"
        text={
          escalation_minutes !== null && escalation_recipients.length > 0
            ? `Told when nobody has acknowledged a notification after ${escalation_minutes} min.`
            : 'Off: nobody else is told when a notification is not acknowledged.'
        }
        recipients={escalation_minutes === null ? [] : escalation_recipients}
      />
      {session && isAdministrator(session) ? (
        <Link to="/facility/settings/$slug" params={{ slug: clinic.slug }}>
          Change mails and escalation
        </Link>
      ) : (
        <p className="table-sub">An administrator changes mails and escalation in the facility’s settings.</p>
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
