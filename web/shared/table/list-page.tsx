import type { Call, CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../api.ts'
import { Empty, NoneFound } from '../states.tsx'
import { ColumnChoice, canHide } from './column-choice.tsx'
import { DataTable, type TablePage } from './data-table.tsx'
import { FilterSelect } from './filter-select.tsx'
import { pageOf } from './page-of.ts'
import { SearchField } from './search-field.tsx'
import type { TableColumn, TableSelection } from './table-features.ts'
import type { ViewOptions } from './table-view.ts'
import { useHiddenColumns } from './use-hidden-columns.ts'
import { useSearchText } from './use-search-text.ts'
import { useTableView } from './use-table-view.ts'
import './admin-page.css'

/** A choice above the list, kept in the address. */
export interface ListFilter {
  /** in the address, and in the call unless `inputOf` says otherwise */
  readonly name: string
  readonly label: string
  /** label for no choice: `All floors` */
  readonly all: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** the call's input; by default, the value under the filter's name */
  readonly inputOf?: (value: string) => object
}

/** Actions on several rows. */
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
  /** the table's label: `Residents` */
  readonly label: string
  readonly call: C
  /** input that is always sent, such as the clinic */
  readonly input?: Partial<CallArguments<C>>
  /** module-level */
  readonly order?: ViewOptions
  readonly search: {
    /** lists on the same page that share one search */
    readonly name?: string
    readonly label: string
    readonly placeholder: string
    /** by default sent as `search` */
    readonly inputOf?: (text: string) => object
  }
  readonly filters: readonly ListFilter[]
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
  /** above the table */
  readonly note?: ReactNode
  /** nothing matches: what to say, and the button that clears the filters */
  readonly noneFound: { readonly title: string; readonly all: string }
  /** there is nothing at all: one sentence and one action */
  readonly empty: { readonly title: string; readonly text: string; readonly act?: ReactNode }
  /** a failure shows an empty list without a message (ER-2) */
  readonly isQuiet?: boolean
  readonly details?: (row: T) => ReactNode
}

const noOrder: ViewOptions = {}

/**
 * A list: search, filters, columns, sorting and pages, bulk actions, CSV. Page, sorting and filters are in the address.
 */
export function ListPage<C extends Call, T>(props: ListPageProps<C, T>) {
  const { name, title, label, call, order = noOrder, filters, columns, many } = props
  const names = filters.map((filter) => filter.name).join(' ')
  const filterNames = useMemo(() => names.split(' '), [names])
  const { view, filters: chosen, change, onView } = useTableView(order, filterNames)
  const searched = props.search.name ?? `${name} ${JSON.stringify(props.input ?? {})}`
  const { text, search, type } = useSearchText(searched, () => (view.page === 1 ? Promise.resolve() : change({})))
  const { hidden, hide } = useHiddenColumns(name)
  const input = {
    ...props.input,
    ...(view.sort && { sort: view.sort, order: view.order }),
    ...(search && (props.search.inputOf?.(search) ?? { search })),
    ...Object.assign({}, ...filters.map((filter) => filterInput(filter, chosen[filter.name]))),
  }
  const query = useCall(
    call,
    { ...input, page: view.page, [props.sizeName ?? 'page_size']: view.pageSize },
    {
      placeholderData: keepPreviousData,
      select: (props.rowsOf ?? pageOf) as (answer: CallOutput<C>) => TablePage<T>,
    },
  )
  const shown = useMemo(
    () => columns.filter((column, index) => !canHide(column, index) || !hidden.includes(column.id)),
    [columns, hidden],
  )

  function showAll() {
    type('')
    void change({}, Object.fromEntries(filterNames.map((filter) => [filter, ''])))
  }

  const isNarrowed = search !== '' || Object.keys(chosen).length > 0
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
      <search className="table-tools">
        <SearchField label={props.search.label} placeholder={props.search.placeholder} value={text} onChange={type} />
        {filters
          .filter(({ options }) => options.length > 0)
          .map(({ name: filter, label: of, all, options }) => (
            <FilterSelect
              key={filter}
              label={of}
              all={all}
              options={options}
              value={chosen[filter] ?? ''}
              onChange={(value) => void change({}, { [filter]: value })}
            />
          ))}
        <ColumnChoice columns={columns} hidden={hidden} onHide={hide} />
      </search>
      {many && Object.keys(many.ids).length > 0 && (
        <div className="table-chosen">
          <p role="status">{many.text}</p>
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
        csv={{ call, input }}
        selection={many}
        details={props.details}
        isQuiet={props.isQuiet}
        empty={nothing}
      />
    </>
  )
  if (title === undefined) return list
  return (
    <div className="admin-page">
      <div className="admin-head">
        <h1>{title}</h1>
        {props.acts}
      </div>
      {list}
    </div>
  )
}

/** A value in the address that isn't a choice isn't sent; until the choices are known, it is. */
function filterInput({ name, options, inputOf }: ListFilter, value: string | undefined): object {
  if (value === undefined || (options.length > 0 && !options.some((option) => option.value === value))) return {}
  return inputOf?.(value) ?? { [name]: value }
}
