import type { AuditEntry } from '@eupnea/contract/audit.ts'
import { type Change, changeText, detailLabel, detailText } from './act-words.ts'

interface AuditDetailsProps {
  readonly entry: AuditEntry
  readonly clinicName: (id: string) => string
}

/** All that an entry holds, whole. */
export function AuditDetails({ entry, clinicName }: AuditDetailsProps) {
  const { changes, ...detail } = entry.detail as { changes?: Record<string, Change> }
  const facts: readonly (readonly [string, string | null])[] = [
    ['Act', entry.act],
    ['Facility', entry.clinic_id && clinicName(entry.clinic_id)],
    ['Resident id', entry.patient_id],
    ['Device id', entry.device_id],
    ['From address', entry.address],
    ['Person id', entry.actor_id || null],
    ...Object.entries(changes ?? {}).map(([name, change]) => [detailLabel(name), changeText(change)] as const),
    ...Object.entries(detail).map(([name, value]) => [detailLabel(name), detailText(value)] as const),
    ['Request id', entry.request_id],
    ['Entry', entry.id],
  ]
  return (
    <dl className="audit-facts">
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
