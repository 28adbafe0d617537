import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useCall } from '../api.ts'
import { DayField } from '../form/day-field.tsx'
import { SavedViews } from '../saved-views/saved-views.tsx'
import { Empty, NoneFound } from '../states.tsx'
import { isDay } from '../time.ts'
import adminPageStyles from './admin-page.module.css'
import { chosenText } from './chosen-text.ts'
import { useShownColumns } from './column-choice.tsx'
import { DataTable, type TablePage } from './data-table.tsx'
import { FilterSelect } from './filter-select.tsx'
import { ListTools, ViewTools } from './list-tools.tsx'
import { pageOf } from './page-of.ts'
import { SearchField } from './search-field.tsx'
import type { TableColumn, TableSelection } from './table-features.ts'
import styles from './table-tools.module.css'
import type { ViewOptions } from './table-view.ts'
import { useSearchText } from './use-search-text.ts'
import { useTableView } from './use-table-view.ts'

interface CommonFilter {
  /** in the address, and of the call unless `inputOf` says otherwise */
  readonly name: string
  readonly label: string
  /** what the call is asked for; absent: the value under the filter's name */
  readonly inputOf?: (value: string) => object
}

/** One of a few. */
interface ChoiceFilter extends CommonFilter {
  readonly kind?: 'choice'
  /** what stands for no choice: `All floors` */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** drawn otherwise than as a select; '' is no choice */
  readonly draw?: (value: string, onChange: (value: string) => void) => ReactNode
}

/** A day, within those that two filters leave each other. */
interface DayFilter extends CommonFilter {
  readonly kind: 'day'
  /** names of the filters that it is not before, or not after */
  readonly notBefore?: string
  readonly notAfter?: string
}

/** Chosen above the list and kept in the address. */
export type ListFilter = ChoiceFilter | DayFilter

/** What can be done to many rows. */
interface ManyActs extends TableSelection {
  /** `3 users selected` */
  readonly text: string
  readonly acts: ReactNode
}

interface ListPageProps<C extends Call, T> {
  /** the list's name for what is remembered: hidden columns and the search */
  readonly name: string
  /** the page's heading; absent where the list is part of a page */
  readonly title?: string
  /** the heading of a list that is part of a page; what is empty offers its act by itself */
  readonly head?: (isEmpty: boolean) => ReactNode
  /** names the table: `Residents` */
  readonly label: string
  readonly call: C
  /** input that is always sent, such as the clinic */
  readonly input?: Partial<CallArguments<C>>
  /** module-level */
  readonly order?: ViewOptions
  /** absent: nothing is searched for */
  readonly search?: {
    /** lists of one page that are searched as one share it */
    readonly name?: string
    readonly label: string
    readonly placeholder: string
    /** by default sent as `search` */
    readonly inputOf?: (text: string) => object
  }
  readonly filters?: readonly ListFilter[]
  /** a list of so few rows is looked through by eye, without search and filters; an empty one always */
  readonly fewRows?: number
  /** module-level or memoised */
  readonly columns: readonly TableColumn<T>[]
  /** the call's name for the rows of a page */
  readonly sizeName?: 'page_size' | 'limit'
  /** module-level; by default the answer's `items` */
  readonly rowsOf?: (answer: CallOutput<C>) => TablePage<T>
  /** keep these two stable */
  readonly rowId: (row: T) => string
  readonly rowName: (row: T) => string
  /** buttons beside the heading */
  readonly acts?: ReactNode
  readonly many?: ManyActs
  /** given the rows whenever they arrive; keep it stable */
  readonly onRows?: (rows: readonly T[]) => void
  /** below the heading: what the page is for */
  readonly intro?: ReactNode
  /** above the table */
  readonly note?: ReactNode
  /** fetched again after so long, ms */
  readonly refreshMs?: number
  /** the list is not to be had as CSV */
  readonly isScreenOnly?: boolean
  /** nothing matches: what to say, and the button that shows all */
  readonly noneFound: { readonly title: string; readonly all: string }
  /** there is nothing at all: one sentence and one action */
  readonly empty: { readonly title: string; readonly text: string; readonly act?: ReactNode }
  /** a failure shows an empty list without a message (ER-2) */
  readonly isQuiet?: boolean
  readonly details?: (row: T) => ReactNode
}

const noOrder: ViewOptions = {}
const noFilters: readonly ListFilter[] = []

/**
 * A list: search, filters, columns, sorting and pages, bulk actions, CSV. Page, sorting and filters are in the address.
 */
export function ListPage<C extends Call, T>(props: ListPageProps<C, T>) {
  const { name, title, label, call, order = noOrder, filters = noFilters, columns, many, onRows } = props
  const { sizeName = 'page_size', rowsOf = pageOf } = props
  const names = filters.map((filter) => filter.name).join(' ')
  const filterNames = useMemo(() => names.split(' '), [names])
  const { view, filters: chosen, change, onView } = useTableView(order, filterNames)
  const searched = props.search?.name ?? `${name} ${JSON.stringify(props.input ?? {})}`
  const { text, search, type } = useSearchText(searched, () => (view.page === 1 ? Promise.resolve() : change({})))
  const { shown, choice } = useShownColumns(name, columns)
  const input = {
    ...props.input,
    ...(view.sort && { sort: view.sort, order: view.order }),
    ...(search && (props.search?.inputOf?.(search) ?? { search })),
    ...Object.assign({}, ...filters.map((filter) => filterInput(filter, chosen[filter.name]))),
  }
  const query = useCall(
    call,
    { ...input, page: view.page, [sizeName]: view.pageSize },
    {
      placeholderData: keepPreviousData,
      refetchInterval: props.refreshMs ?? false,
      select: rowsOf as (answer: CallOutput<C>) => TablePage<T>,
    },
  )
  const rows = query.data?.rows
  useEffect(() => {
    if (rows) onRows?.(rows)
  }, [rows, onRows])
  function showAll() {
    type('')
    void change({}, Object.fromEntries(filterNames.map((filter) => [filter, ''])))
  }

  const isNarrowed = search !== '' || Object.keys(chosen).length > 0
  const total = query.data?.total ?? 0
  const nothing = isNarrowed ? (
    <NoneFound title={props.noneFound.title} all={props.noneFound.all} onAll={showAll}>
      {m.common_try_filters()}
    </NoneFound>
  ) : (
    <Empty title={props.empty.title} action={props.empty.act}>
      {props.empty.text}
    </Empty>
  )
  const list = (
    <>
      {props.head?.(query.data?.total === 0 && !isNarrowed)}
      {(isNarrowed || total > (props.fewRows ?? (query.data ? 0 : -1))) && (
        <ListTools
          isLabelled={filters.some(({ kind }) => kind === 'day')}
          chosen={Object.keys(chosen).length}
          onClear={isNarrowed ? showAll : undefined}
          search={
            props.search && (
              <SearchField
                label={props.search.label}
                placeholder={props.search.placeholder}
                value={text}
                onChange={type}
              />
            )
          }
        >
          {filters.map((filter) => (
            <OneFilter
              key={filter.name}
              filter={filter}
              chosen={chosen}
              onChange={(value) => void change({}, { [filter.name]: value })}
            />
          ))}
          <ViewTools>
            {choice}
            <SavedViews list={name} label={label} />
          </ViewTools>
        </ListTools>
      )}
      {many && Object.keys(many.chosen).length > 0 && (
        <div className={styles.tableChosen}>
          <p role="status">
            {many.text}: {chosenText(many.chosen)}
          </p>
          {many.acts}
          <Button size="compact-md" variant="default" onClick={() => many.onChange({})}>
            {m.common_clear_selection()}
          </Button>
        </div>
      )}
      {props.note}
      <DataTable
        label={label}
        columns={shown}
        query={query}
        view={view}
        onView={onView}
        rowId={props.rowId}
        rowName={props.rowName}
        source={{ call, input, rowsOf, sizeName, isScreenOnly: props.isScreenOnly }}
        selection={many}
        details={props.details}
        isQuiet={props.isQuiet}
        empty={nothing}
      />
    </>
  )
  if (title === undefined) return list
  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{title}</h1>
        {props.acts}
      </div>
      {props.intro}
      {list}
    </div>
  )
}

interface OneFilterProps {
  readonly filter: ListFilter
  /** of all filters, by name */
  readonly chosen: Readonly<Record<string, string | undefined>>
  /** '' for no choice */
  readonly onChange: (value: string) => void
}

function OneFilter({ filter, chosen, onChange }: OneFilterProps) {
  const value = chosen[filter.name] ?? ''
  if (filter.kind !== 'day') {
    const { label, all, options } = filter
    if (options.length === 0) return null
    if (filter.draw) return filter.draw(value, onChange)
    return <FilterSelect label={label} all={all} options={options} value={value} onChange={onChange} />
  }
  const { label, notBefore, notAfter } = filter
  return (
    <DayField
      label={label}
      day={value}
      min={notBefore && chosen[notBefore]}
      max={notAfter && chosen[notAfter]}
      onDay={onChange}
    />
  )
}

/** What the address says and the filter does not know is not asked for; until its choices are known it is. */
function filterInput(filter: ListFilter, value: string | undefined): object {
  if (value === undefined || !isKnown(filter, value)) return {}
  return filter.inputOf?.(value) ?? { [filter.name]: value }
}

const isKnown = (filter: ListFilter, value: string): boolean =>
  filter.kind === 'day'
    ? isDay(value)
    : filter.options.length === 0 || filter.options.some((option) => option.value === value)
