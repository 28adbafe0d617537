import type { AuditEntry } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'
import { type Change, changeText, detailLabel, detailText } from './act-words.ts'
import styles from './audit.module.css'

interface AuditDetailsProps {
  readonly entry: AuditEntry
  readonly clinicName: (id: string) => string
}

/** Everything in an entry, in full. */
export function AuditDetails({ entry, clinicName }: AuditDetailsProps) {
  const { changes, ...detail } = entry.detail as { changes?: Record<string, Change> }
  const facts: readonly (readonly [string, string | null])[] = [
    [m.audit_act(), entry.act],
    [m.audit_clinic(), entry.clinic_id && clinicName(entry.clinic_id)],
    [m.audit_resident_id(), entry.patient_id],
    [m.audit_device_id(), entry.device_id],
    [m.audit_address_column(), entry.address],
    [m.audit_person_email(), entry.actor_type === 'user' ? entry.actor_name || null : null],
    [m.audit_person_id(), entry.actor_id || null],
    ...Object.entries(changes ?? {}).map(([name, change]) => [detailLabel(name), changeText(change)] as const),
    ...Object.entries(detail).map(([name, value]) => [detailLabel(name), detailText(value)] as const),
    [m.audit_request_id(), entry.request_id],
    [m.audit_entry_id(), entry.id],
  ]
  return (
    <dl className={styles.auditFacts}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
