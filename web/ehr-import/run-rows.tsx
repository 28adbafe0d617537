import type { Clinic } from '@eupnea/contract/clinics.ts'
import {
  decideEhrImportRow,
  type EhrRow,
  type EhrRowKind,
  type EhrRun,
  ehrRowKinds,
  listEhrImportRows,
  listEhrImports,
} from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { useCallback, useMemo, useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { sayFailed } from '../shared/say-done.tsx'
import { Empty, NoneFound } from '../shared/states.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { DecideRow } from './decide-row.tsx'
import { kindWords } from './ehr-words.ts'
import { rowColumns } from './row-columns.tsx'

interface RunRowsProps {
  readonly clinic: Clinic
  readonly run: EhrRun
}

const order = {}
const filterNames = ['kind'] as const

/** What people look for first. */
const shownKinds: readonly EhrRowKind[] = ['ask', 'create', 'update', 'discharge', 'failed', 'left_out', 'unchanged']

/** The rows of an import, by what becomes of them (EH-3). */
export function RunRows({ clinic, run }: RunRowsProps) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`rows of ${run.run_id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const [deciding, setDeciding] = useState<EhrRow | null>(null)
  const kind = ehrRowKinds.find((one) => one === filters.kind)
  const input = { run_id: run.run_id, ...(kind && { kind }), ...(search && { search }) }
  const query = useCall(
    listEhrImportRows,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf },
  )
  const decision = useSend(decideEhrImportRow, { invalidates: [listEhrImportRows, listEhrImports], onError: sayFailed })
  const { mutate } = decision
  const onSkip = useCallback(
    (row: EhrRow) =>
      mutate({ run_id: run.run_id, row_no: row.row_no, decision: row.decision === 'skip' ? null : 'skip' }),
    [mutate, run.run_id],
  )
  const columns = useMemo(() => rowColumns(run.state, setDeciding, onSkip), [run.state, onSkip])
  const chips = shownKinds.filter((one) => run.counts[one] > 0)
  return (
    <>
      <fieldset className="ehr-kinds">
        <legend className="visually-hidden">{m.ehr_import_rows_shown_label()}</legend>
        {chips.map((one) => (
          <button
            key={one}
            type="button"
            className="ehr-kind"
            data-kind={one}
            aria-pressed={kind === one}
            onClick={() => void change({}, { kind: kind === one ? '' : one })}
          >
            <b className="tabular">{numberText(run.counts[one])}</b> {kindWords[one]()}
          </button>
        ))}
      </fieldset>
      <search className="table-tools">
        <SearchField
          label={m.ehr_import_search_label()}
          placeholder={m.ehr_import_search_hint()}
          value={text}
          onChange={type}
        />
      </search>
      <DataTable
        label={m.ehr_import_rows_label()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={rowName}
        csv={{ call: listEhrImportRows, input }}
        empty={
          search || kind ? (
            <NoneFound
              title={m.ehr_import_none_found_title()}
              all={m.ehr_import_show_all()}
              onAll={() => {
                type('')
                void change({}, { kind: '' })
              }}
            >
              {m.common_try_filters()}
            </NoneFound>
          ) : (
            <Empty title={m.ehr_import_rows_gone_title()}>{m.ehr_import_rows_gone()}</Empty>
          )
        }
      />
      {deciding && <DecideRow clinic={clinic} run={run} row={deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

const idOf = ({ row_no }: EhrRow): string => String(row_no)
const rowName = ({ name, row_no }: EhrRow): string => name || m.ehr_import_row({ number: row_no })
