import { consentFields } from '@eupnea/contract/consents.fields.ts'
import { type Consent, type ConsentVersion, readConsent } from '@eupnea/contract/consents.ts'
import { type Resident, residentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { Details } from '../shared/form/details.tsx'
import { IconAlertTriangle } from '../shared/icons.tsx'
import panelStyles from '../shared/panel.module.css'
import { Answer, Panel } from '../shared/panel.tsx'
import { lazyPart } from '../shared/parts.ts'
import { dateTimeText } from '../shared/time.ts'
import styles from './consents.module.css'

const SaveConsent = lazyPart(async () => (await import('./save-consent.tsx')).SaveConsent)

interface ConsentPanelProps {
  readonly resident: Pick<Resident, 'patient_id' | 'status' | 'device_id'>
  /** the clinic's */
  readonly zone: string
}

/** What a resident has decided about monitoring, and a place to record a decision (PL-5). */
export function ConsentPanel({ resident, zone }: ConsentPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useCall(readConsent, { patient_id: resident.patient_id })
  const isThere = resident.status !== residentStatus.deleted
  return (
    <Panel
      paper="none"
      title={m.consent_label()}
      aside={
        isThere && (
          <Button size="compact-md" variant="default" onClick={() => setOpen(true)}>
            {m.consent_record()}
          </Button>
        )
      }
    >
      <Answer query={query} label={m.consent_loading()} zone={zone} isEmpty={() => false} empty={null}>
        {(answer) => <Decisions answer={answer} zone={zone} />}
      </Answer>
      {isOpen && (
        <Suspense>
          <SaveConsent resident={resident} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  )
}

function Decisions({ answer, zone }: { readonly answer: Consent; readonly zone: string }) {
  const { consent, is_review_due, is_required, versions } = answer
  if (!consent) return <Notice>{is_required ? m.consent_missing_required() : m.consent_missing_notice()}</Notice>
  const earlier = versions.slice(1)
  return (
    <>
      {is_review_due && <Notice>{m.consent_review_due()}</Notice>}
      <Details fields={consentFields} record={consent} />
      <p className={panelStyles.panelNote}>{recordedText(consent, zone)}</p>
      {earlier.length > 0 && (
        <details className={styles.consentEarlier}>
          <summary>{m.consent_history()}</summary>
          <ul>
            {earlier.map((version) => (
              <li key={version.version_id}>
                <Details fields={consentFields} record={version} />
                <p className={panelStyles.panelNote}>{recordedText(version, zone)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const recordedText = ({ recorded_by, recorded_at }: ConsentVersion, zone: string): string =>
  m.consent_recorded({ person: recorded_by, time: dateTimeText(recorded_at, zone) })

function Notice({ children }: { readonly children: string }) {
  return (
    <p className={styles.consentNotice}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      {children}
    </p>
  )
}
