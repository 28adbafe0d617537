import type { AuditEntry } from '@eupnea/contract/audit.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { whenText } from '../shared/form/local-time.ts'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { actorText, actText } from './act-words.ts'
import styles from './audit.module.css'

/** Who, what, when, to whom and from where. */
export const auditColumns = (clinicName: (id: string) => string): readonly TableColumn<AuditEntry>[] => [
  {
    id: 'at',
    header: m.audit_at_column(),
    cell: ({ at }) => <span className={tableStyles.tableTime}>{whenText(at)}</span>,
  },
  { id: 'who', header: m.audit_who_column(), cell: actorText },
  { id: 'act', header: m.audit_what_column(), cell: ({ act }) => <b className={styles.auditAct}>{actText(act)}</b> },
  { id: 'subject', header: m.audit_about_column(), cell: (entry) => <Subject entry={entry} clinicName={clinicName} /> },
  {
    id: 'address',
    header: m.audit_address_column(),
    isExtra: true,
    cell: ({ address }) => (address ? <span className={tableStyles.tableTime}>{address}</span> : '–'),
  },
]

interface SubjectProps {
  readonly entry: AuditEntry
  readonly clinicName: (id: string) => string
}

/** What the act was about, by its present name, or by the beginning of its id if it is gone. */
function Subject({ entry, clinicName }: SubjectProps) {
  const { patient_id, device_id, clinic_id, detail, patient_name, user_name, device_name } = entry
  const user_id = detail.user_id
  return (
    <span className={styles.auditSubject}>
      {patient_id && (
        <Link to="/patient/profile/$patient_id" params={{ patient_id }}>
          {patient_name ?? m.audit_about_resident({ id: shortId(patient_id) })}
        </Link>
      )}
      {typeof user_id === 'string' && (
        <Link to="/users/profile/$slug" params={{ slug: user_id }}>
          {user_name ?? m.audit_about_user({ id: shortId(user_id) })}
        </Link>
      )}
      {device_id && <span>{device_name ?? m.audit_about_device({ id: shortId(device_id) })}</span>}
      {clinic_id && <span className={tableStyles.tableSub}>{clinicName(clinic_id)}</span>}
      {!patient_id && !device_id && !clinic_id && typeof user_id !== 'string' && '–'}
    </span>
  )
}

/** The beginning is enough to tell entries apart. */
const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 8)}…` : id)
