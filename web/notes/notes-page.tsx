import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listNotes, type Note } from '@eupnea/contract/notes.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { send, useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { IconPencilPlus } from '../shared/icons.tsx'
import { NoClinic } from '../shared/no-clinic.tsx'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { ListTools } from '../shared/table/list-tools.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import pagerStyles from '../shared/table/pager.module.css'
import { Pager } from '../shared/table/pager.tsx'
import { PrintAll } from '../shared/table/print-all.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import { mostOnPaper, useRowsOnPaper } from '../shared/table/use-rows-on-paper.ts'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { useWantedAct } from '../shared/use-wanted-act.ts'
import { NoteList } from './note-list.tsx'
import { kindOptions, noteKinds } from './note-words.ts'
import styles from './notes.module.css'
import { ResidentChoice } from './resident-choice.tsx'
import { WriteNote } from './write-note.tsx'

const order = {}
const filterNames = ['kind', 'resident'] as const

/** Notes of the chosen clinic: search, filter, page, write, edit (NO-1). */
export function NotesPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicNotes key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicNotes({ clinic }: { readonly clinic: Clinic }) {
  const { view, filters, change } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`notes of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const [isWriting, setWriting] = useState(false)
  useWantedAct({ write: () => setWriting(true) })
  const kind = noteKinds.find((known) => known === filters.kind)
  const input = {
    clinic_id: clinic.id,
    ...(search && { search }),
    ...(kind && { kind }),
    ...(filters.resident && { patient_id: filters.resident }),
  }
  const query = useCall(
    listNotes,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before },
  )
  const onView = useCallback((next: Parameters<typeof change>[0]) => change(next), [change])
  const total = query.data?.pagination.total_records ?? 0
  const isPart = query.data !== undefined && total > query.data.items.length
  const onPaper = useRowsOnPaper<Note>(
    isPart ? async (page, page_size) => pageOf(await send(listNotes, { ...input, page, page_size })) : null,
  )
  const write = (
    <Button leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={() => setWriting(true)}>
      {m.note_write()}
    </Button>
  )

  const isNarrowed = search !== '' || kind !== undefined || filters.resident !== undefined

  function showAll() {
    type('')
    void change({}, { kind: '', resident: '' })
  }

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.note_title()}</h1>
        {write}
      </div>
      <ListTools
        chosen={Object.keys(filters).length}
        onClear={isNarrowed ? showAll : undefined}
        search={
          <SearchField label={m.note_search_label()} placeholder={m.note_search_hint()} value={text} onChange={type} />
        }
      >
        <FilterSelect
          label={m.note_kind_label()}
          all={m.note_kind_all()}
          options={kindOptions()}
          value={kind ?? ''}
          onChange={(value) => void change({}, { kind: value })}
        />
        <ResidentChoice
          clinic={clinic}
          aria-label={m.resident_label()}
          placeholder={m.resident_all()}
          className={styles.noteFilter}
          clearable
          value={filters.resident ?? null}
          onChange={(patient_id) => void change({}, { resident: patient_id ?? '' })}
        />
        <SavedViews list="notes" label={m.note_title()} />
      </ListTools>
      <NoteList
        label={m.note_list_clinic_label({ clinic: clinic.name })}
        query={onPaper ? { ...query, data: { items: onPaper.rows } } : query}
        zone={clinic.tz}
        withResident
        mayEdit
        empty={
          isNarrowed ? (
            <NoneFound title={m.note_none_found_title()} all={m.note_show_all()} onAll={showAll}>
              {m.common_try_filters()}
            </NoneFound>
          ) : view.page > 1 ? (
            <Empty
              title={m.note_page_empty_title()}
              action={
                <Button variant="default" onClick={() => void change({})}>
                  {m.common_first_page()}
                </Button>
              }
            />
          ) : (
            <Empty title={m.note_empty_title()} action={write}>
              {m.note_empty()}
            </Empty>
          )
        }
      />
      {total > 0 && query.data && (
        <Pager
          label={m.note_title()}
          view={onPaper ? { ...view, page: 1, pageSize: mostOnPaper } : view}
          rows={onPaper?.rows.length ?? query.data.items.length}
          total={total}
          onChange={onView}
        />
      )}
      {isPart && (
        <div className={pagerStyles.pagerWhole}>
          <PrintAll total={total} />
        </div>
      )}
      {isWriting && (
        <WriteNote clinic={clinic} patient_id={filters.resident ?? null} onClose={() => setWriting(false)} />
      )}
    </div>
  )
}
