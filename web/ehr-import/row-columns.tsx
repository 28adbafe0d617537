import { ehrFieldWords } from '@eupnea/contract/ehr-import.fields.ts'
import type { EhrRow, EhrRowKind, EhrRun } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  IconAlertTriangle,
  IconEqual,
  IconHelpCircle,
  IconPencil,
  IconPlus,
  IconUserMinus,
  IconUserOff,
} from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText } from '../shared/time.ts'
import styles from './ehr-import.module.css'
import { kindWords, outcomeText, valueText } from './ehr-words.ts'

const icons: Readonly<Record<EhrRowKind, typeof IconPlus>> = {
  create: IconPlus,
  update: IconPencil,
  discharge: IconUserOff,
  ask: IconHelpCircle,
  failed: IconAlertTriangle,
  left_out: IconUserMinus,
  unchanged: IconEqual,
}

/** Rows of an import: who, what becomes of them, and what is asked. */
export const rowColumns = (
  state: EhrRun['state'],
  onDecide: (row: EhrRow) => void,
  onSkip: (row: EhrRow) => void,
): readonly TableColumn<EhrRow>[] => [
  {
    id: 'name',
    header: m.ehr_import_name_column(),
    cell: ({ name, patient_id, row_no }) =>
      patient_id ? (
        <Link to="/patient/profile/$patient_id" params={{ patient_id }} className={tableStyles.tableName}>
          {name || m.ehr_import_row({ number: row_no })}
        </Link>
      ) : (
        <span className={tableStyles.tableName}>{name || m.ehr_import_row({ number: row_no })}</span>
      ),
  },
  {
    id: 'kind',
    header: m.ehr_import_kind_column(),
    cell: ({ kind }) => {
      const Icon = icons[kind]
      return (
        <span className={styles.ehrWord} data-kind={kind}>
          <Icon size={15} stroke={1.8} aria-hidden />
          {kindWords[kind]()}
        </span>
      )
    },
  },
  {
    id: 'mr',
    header: m.ehr_import_field_mr_no(),
    isExtra: true,
    cell: ({ mrNo }) => (mrNo ? <span className="tabular">{mrNo}</span> : '–'),
  },
  {
    id: 'dob',
    header: m.ehr_import_born_column(),
    isExtra: true,
    cell: ({ dob }) => (dob ? <span className="tabular">{dayText(dob)}</span> : '–'),
  },
  {
    id: 'room',
    header: m.ehr_import_field_room(),
    cell: ({ room }) => (room ? <span className="tabular">{room}</span> : '–'),
  },
  { id: 'changes', header: m.ehr_import_changes_column(), cell: (row) => changesCell(row, state) },
  {
    id: 'acts',
    header: m.common_actions(),
    isPlain: true,
    cell: (row) => (state === 'preview' ? <Acts row={row} onDecide={onDecide} onSkip={onSkip} /> : null),
  },
]

function changesCell(row: EhrRow, state: EhrRun['state']) {
  const outcome = outcomeText(row, state)
  if (!row.reason && row.changes.length === 0 && !outcome) return '–'
  return (
    <span className={styles.ehrChanges}>
      {row.reason && <span className={styles.ehrReason}>{row.reason}</span>}
      {row.changes.map(({ field, from, to, asks }) => (
        <span key={field} className={styles.ehrChange}>
          {ehrFieldWords[field]()}: <s>{valueText(field, from)}</s> → <b>{valueText(field, to)}</b>
          {asks && ` ${m.ehr_import_edited_here()}`}
        </span>
      ))}
      {outcome && <span className={styles.ehrOutcome}>{outcome}</span>}
    </span>
  )
}

interface ActsProps {
  readonly row: EhrRow
  readonly onDecide: (row: EhrRow) => void
  readonly onSkip: (row: EhrRow) => void
}

function Acts({ row, onDecide, onSkip }: ActsProps) {
  if (row.applied !== null || row.kind === 'failed' || row.kind === 'left_out' || row.kind === 'unchanged') return null
  const isSkipped = row.decision === 'skip'
  return row.kind === 'ask' ? (
    <Button
      size="compact-sm"
      // A variant that is named takes the light theme's ink in both.
      {...(row.decision !== null && { variant: 'default' })}
      aria-label={m.ehr_import_decide_label({ name: row.name })}
      onClick={() => onDecide(row)}
    >
      {row.decision === null ? m.ehr_import_decide() : m.ehr_import_decide_again()}
    </Button>
  ) : (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={(isSkipped ? m.ehr_import_include_label : m.ehr_import_skip_label)({ name: row.name })}
      onClick={() => onSkip(row)}
    >
      {isSkipped ? m.ehr_import_include() : m.ehr_import_skip()}
    </Button>
  )
}
