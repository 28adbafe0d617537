import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listNotes, noteKinds } from '@eupnea/contract/notes.ts'
import { Button } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import '../shared/table/admin-page.css'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { Pager } from '../shared/table/pager.tsx'
import { SearchField } from '../shared/table/search-field.tsx'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { NoteList } from './note-list.tsx'
import { kindOptions } from './note-words.ts'
import './notes.css'
import { ResidentChoice } from './resident-choice.tsx'
import { WriteNote } from './write-note.tsx'

const order = {}
const filterNames = ['kind', 'resident'] as const

/** Notes of the chosen clinic: search, filter, page, write, edit (NO-1). */
export function NotesPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicNotes key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label="Fetching the facility" />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>Notes are here as soon as your account may see a facility.</NoClinic>
}

function ClinicNotes({ clinic }: { readonly clinic: Clinic }) {
  const { view, filters, change } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`notes of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const [isWriting, setWriting] = useState(false)
  const kind = noteKinds.find((known) => known === filters.kind)
  const query = useCall(
    listNotes,
    {
      clinic_id: clinic.id,
      page: view.page,
      page_size: view.pageSize,
      ...(search && { search }),
      ...(kind && { kind }),
      ...(filters.resident && { patient_id: filters.resident }),
    },
    { placeholderData: (before) => before },
  )
  const onView = useCallback((next: Parameters<typeof change>[0]) => change(next), [change])
  const total = query.data?.pagination.total_records ?? 0
  const write = (
    <Button leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={() => setWriting(true)}>
      Write a note
    </Button>
  )

  function showAll() {
    type('')
    void change({}, { kind: '', resident: '' })
  }

  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>Notes</h1>
        {write}
      </div>
      <search className="table-tools">
        <SearchField
          label="Search notes by text, name or room"
          placeholder="Text, name or room"
          value={text}
          onChange={type}
        />
        <FilterSelect
          label="Kind"
          all="All kinds"
          options={kindOptions}
          value={kind ?? ''}
          onChange={(value) => void change({}, { kind: value })}
        />
        <ResidentChoice
          clinic={clinic}
          aria-label="Resident"
          placeholder="All residents"
          className="note-filter"
          clearable
          value={filters.resident ?? null}
          onChange={(patient_id) => void change({}, { resident: patient_id ?? '' })}
        />
      </search>
      <NoteList
        label={`Notes of ${clinic.name}`}
        query={query}
        zone={clinic.tz}
        withResident
        mayEdit
        empty={
          search !== '' || kind || filters.resident ? (
            <NoneFound title="No note is like that" all="Show all notes" onAll={showAll}>
              Change the search or the filters.
            </NoneFound>
          ) : view.page > 1 ? (
            <Empty
              title="No notes on this page"
              action={
                <Button variant="default" onClick={() => void change({})}>
                  To the first page
                </Button>
              }
            />
          ) : (
            <Empty title="No notes yet" action={write}>
              What colleagues should know of the residents of {clinic.name} is kept here.
            </Empty>
          )
        }
      />
      {total > 0 && query.data && (
        <Pager label="Notes" view={view} rows={query.data.items.length} total={total} onChange={onView} />
      )}
      {isWriting && (
        <WriteNote clinic={clinic} patient_id={filters.resident ?? null} onClose={() => setWriting(false)} />
      )}
    </div>
  )
}
