import type { AuditEntry } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { whenText } from '../shared/form/local-time.ts'
import type { TableColumn } from '../shared/table/table-features.ts'
import { actorText, actText } from './act-words.ts'

/** Who, what, when, to whom and from where. */
export const auditColumns = (clinicName: (id: string) => string): readonly TableColumn<AuditEntry>[] => [
  { id: 'at', header: m.audit_at_column(), cell: ({ at }) => <span className="table-time">{whenText(at)}</span> },
  { id: 'who', header: m.audit_who_column(), cell: actorText },
  { id: 'act', header: m.audit_what_column(), cell: ({ act }) => <b className="audit-act">{actText(act)}</b> },
  { id: 'subject', header: m.audit_about_column(), cell: (entry) => <Subject entry={entry} clinicName={clinicName} /> },
  {
    id: 'address',
    header: m.audit_address_column(),
    isExtra: true,
    cell: ({ address }) => <span className="table-time">{address ?? '–'}</span>,
  },
]

interface SubjectProps {
  readonly entry: AuditEntry
  readonly clinicName: (id: string) => string
}

/** What the act was about, shortened; full ids are in the details. */
function Subject({ entry: { patient_id, device_id, clinic_id, detail }, clinicName }: SubjectProps) {
  const user_id = detail.user_id
  return (
    <span className="audit-subject">
      {patient_id && (
        <Link to="/patient/profile/$patient_id" params={{ patient_id }}>
          {m.audit_about_resident({ id: shortId(patient_id) })}
        </Link>
      )}
      {typeof user_id === 'string' && (
        <Link to="/users/profile/$slug" params={{ slug: user_id }}>
          {m.audit_about_user({ id: shortId(user_id) })}
        </Link>
      )}
      {device_id && <span>{m.audit_about_device({ id: shortId(device_id) })}</span>}
      {clinic_id && <span className="table-sub">{clinicName(clinic_id)}</span>}
      {!patient_id && !device_id && !clinic_id && typeof user_id !== 'string' && '–'}
    </span>
  )
}

/** The beginning is enough to tell entries apart. */
const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id)
