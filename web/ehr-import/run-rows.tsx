import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  decideEhrImportRow,
  type EhrRow,
  type EhrRowKind,
  type EhrRun,
  listEhrImportRows,
  listEhrImports,
} from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { useCallback, useMemo, useState } from 'react'
import { useSend } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { ListPage } from '../shared/table/list-page.tsx'
import { DecideRow } from './decide-row.tsx'
import { kindWords } from './ehr-words.ts'
import { rowColumns } from './row-columns.tsx'

interface RunRowsProps {
  readonly clinic: Clinic
  readonly run: EhrRun
}

/** What people look for first. */
const shownKinds: readonly EhrRowKind[] = ['ask', 'create', 'update', 'discharge', 'failed', 'left_out', 'unchanged']

/** The rows of an import, by what becomes of them (EH-3). */
export function RunRows({ clinic, run }: RunRowsProps) {
  const [deciding, setDeciding] = useState<EhrRow | null>(null)
  const decision = useSend(decideEhrImportRow, { invalidates: [listEhrImportRows, listEhrImports], onError: sayFailed })
  const { mutate } = decision
  const onSkip = useCallback(
    (row: EhrRow) =>
      mutate({ run_id: run.run_id, row_no: row.row_no, decision: row.decision === 'skip' ? null : 'skip' }),
    [mutate, run.run_id],
  )
  const columns = useMemo(() => rowColumns(run.state, setDeciding, onSkip), [run.state, onSkip])
  return (
    <>
      <ListPage
        name="import rows"
        label={m.ehr_import_rows_label()}
        call={listEhrImportRows}
        input={{ run_id: run.run_id }}
        search={{ label: m.ehr_import_search_label(), placeholder: m.ehr_import_search_hint() }}
        filters={[
          {
            name: 'kind',
            label: m.ehr_import_rows_shown_label(),
            all: m.ehr_import_show_all(),
            options: shownKinds.map((value) => ({ value, label: kindWords[value]() })),
            draw: (chosen, onChange) => <Kinds counts={run.counts} chosen={chosen} onChange={onChange} />,
          },
        ]}
        columns={columns}
        rowId={idOf}
        rowName={rowName}
        noneFound={{ title: m.ehr_import_none_found_title(), all: m.ehr_import_show_all() }}
        empty={{ title: m.ehr_import_rows_gone_title(), text: m.ehr_import_rows_gone() }}
      />
      {deciding && <DecideRow clinic={clinic} run={run} row={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

interface KindsProps {
  readonly counts: EhrRun['counts']
  readonly chosen: string
  /** '' for no choice */
  readonly onChange: (kind: string) => void
}

/** What becomes of rows, each with how many there are. */
function Kinds({ counts, chosen, onChange }: KindsProps) {
  return (
    <fieldset className="ehr-kinds">
      <legend className="visually-hidden">{m.ehr_import_rows_shown_label()}</legend>
      {shownKinds
        .filter((kind) => counts[kind] > 0)
        .map((kind) => (
          <button
            key={kind}
            type="button"
            className="ehr-kind"
            data-kind={kind}
            aria-pressed={kind === chosen}
            onClick={() => onChange(kind === chosen ? '' : kind)}
          >
            <b className="tabular">{numberText(counts[kind])}</b> {kindWords[kind]()}
          </button>
        ))}
    </fieldset>
  )
}

const idOf = ({ row_no }: EhrRow): string => String(row_no)
const rowName = ({ name, row_no }: EhrRow): string => name || m.ehr_import_row({ number: row_no })
