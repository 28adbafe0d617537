import type { EligibilityLog } from '@eupnea/contract/eligibility.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { IconExternalLink } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dateTimeText } from '../shared/time.ts'
import styles from './eligibility.module.css'
import { linkHere } from './file-links.ts'

/** @param zone of the clinic */
export const eligibilityColumns = (zone: string): readonly TableColumn<EligibilityLog>[] => [
  {
    id: 'resident',
    header: m.eligibility_resident_column(),
    cell: ({ patient_id, room, first_name, last_name }) => (
      <Link className={styles.eligibilityResident} to="/patient/profile/$patient_id" params={{ patient_id }}>
        {room && <span className={styles.eligibilityRoom}>{room}</span>}
        {residentName({ first_name, last_name })}
      </Link>
    ),
  },
  {
    id: 'billing',
    header: m.eligibility_billing_column(),
    cell: ({ billing_information }) => billing_information || '–',
  },
  {
    id: 'file',
    header: m.eligibility_file_column(),
    cell: ({ information_file, is_present, fileLink }) => (
      <>
        {information_file}
        {!is_present && fileLink !== null && (
          <span className={styles.eligibilityState}> {m.eligibility_replaced()}</span>
        )}
      </>
    ),
  },
  {
    id: 'when',
    header: m.eligibility_at_column(),
    cell: ({ created_at }) => <span className={tableStyles.tableTime}>{dateTimeText(created_at, zone)}</span>,
  },
  {
    id: 'who',
    header: m.eligibility_by_column(),
    isExtra: true,
    cell: ({ uploaded_by }) => (uploaded_by ? <span className={styles.eligibilityWho}>{uploaded_by}</span> : '–'),
  },
  {
    id: 'open',
    header: m.eligibility_document_column(),
    cell: ({ fileLink, information_file }) =>
      fileLink === null ? (
        <span className={styles.eligibilityState}>{m.eligibility_removed()}</span>
      ) : (
        <a
          className={styles.eligibilityLink}
          href={linkHere(fileLink)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m.eligibility_open_label({ file: information_file })}
        >
          {m.eligibility_open()}
          <IconExternalLink size={14} stroke={1.8} aria-hidden />
        </a>
      ),
  },
]
