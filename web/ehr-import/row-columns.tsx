import type { EhrRow, EhrRowKind, EhrRun } from '@eupnea/contract/ehr-import.ts'
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
import type { TableColumn } from '../shared/table/table-features.ts'
import { dayText } from '../shared/time.ts'
import { fieldWords, kindWords, outcomeText, valueText } from './ehr-words.ts'

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
    id: 'kind',
    header: 'What',
    cell: ({ kind }) => {
      const Icon = icons[kind]
      return (
        <span className="ehr-word" data-kind={kind}>
          <Icon size={15} stroke={1.8} aria-hidden />
          {kindWords[kind]}
        </span>
      )
    },
  },
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, patient_id, row_no }) =>
      patient_id ? (
        <Link to="/patient/profile/$patient_id" params={{ patient_id }} className="table-name">
          {name || `Row ${row_no}`}
        </Link>
      ) : (
        <span className="table-name">{name || `Row ${row_no}`}</span>
      ),
  },
  {
    id: 'mr',
    header: 'Record number',
    isExtra: true,
    cell: ({ mrNo }) => <span className="tabular">{mrNo ?? '–'}</span>,
  },
  {
    id: 'dob',
    header: 'Born',
    isExtra: true,
    cell: ({ dob }) => <span className="tabular">{dob ? dayText(dob) : '–'}</span>,
  },
  { id: 'room', header: 'Room', cell: ({ room }) => <span className="tabular">{room || '–'}</span> },
  { id: 'changes', header: 'Changes', cell: (row) => <Changes row={row} state={state} /> },
  {
    id: 'acts',
    header: 'Actions',
    isPlain: true,
    cell: (row) => (state === 'preview' ? <Acts row={row} onDecide={onDecide} onSkip={onSkip} /> : null),
  },
]

function Changes({ row, state }: { readonly row: EhrRow; readonly state: EhrRun['state'] }) {
  const outcome = outcomeText(row, state)
  if (!row.reason && row.changes.length === 0 && !outcome) return '–'
  return (
    <span className="ehr-changes">
      {row.reason && <span className="ehr-reason">{row.reason}</span>}
      {row.changes.map(({ field, from, to, asks }) => (
        <span key={field} className="ehr-change">
          {fieldWords[field]}: <s>{valueText(field, from)}</s> → <b>{valueText(field, to)}</b>
          {asks && ' (changed here)'}
        </span>
      ))}
      {outcome && <span className="ehr-outcome">{outcome}</span>}
    </span>
  )
}

interface ActsProps {
  readonly row: EhrRow
  readonly onDecide: (row: EhrRow) => void
  readonly onSkip: (row: EhrRow) => void
}

function Acts({ row, onDecide, onSkip }: ActsProps) {
  if (row.kind === 'failed' || row.kind === 'left_out' || row.kind === 'unchanged') return null
  const isSkipped = row.decision === 'skip'
  return row.kind === 'ask' ? (
    <Button
      size="compact-sm"
      // A variant that is named takes the light theme's ink in both.
      {...(row.decision !== null && { variant: 'default' })}
      aria-label={`Decide about ${row.name}`}
      onClick={() => onDecide(row)}
    >
      {row.decision === null ? 'Decide' : 'Decide again'}
    </Button>
  ) : (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${isSkipped ? 'Take in' : 'Leave out'} ${row.name}`}
      onClick={() => onSkip(row)}
    >
      {isSkipped ? 'Take in' : 'Leave out'}
    </Button>
  )
}
