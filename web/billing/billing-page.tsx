import { type BillingItem, billingSorts } from '@eupnea/contract/billing.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { SavedViews } from '../shared/saved-views/saved-views.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { useShownColumns } from '../shared/table/column-choice.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { FilterSelect } from '../shared/table/filter-select.tsx'
import { ListTools, ViewTools } from '../shared/table/list-tools.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { SearchField } from '../shared/table/search-field.tsx'
import tableToolsStyles from '../shared/table/table-tools.module.css'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { dayIn, dayText, isDay, now } from '../shared/time.ts'
import { billingColumns } from './billing-columns.tsx'
import { BillingTotals } from './billing-totals.tsx'
import { billedName, monthText } from './billing-words.ts'
import { dayLater, monthLater } from './calendar-weeks.ts'
import { PeriodChoice } from './period-choice.tsx'
import { ResidentDays } from './resident-days.tsx'
import { codes, endOf, useBilling } from './use-billing.ts'

const order = { sorts: billingSorts } as const
const filterNames = ['month', 'start', 'code'] as const

/** A clinic's days with data, minutes and codes for a month or 30 days (BI-1 to BI-3). */
export function BillingPage() {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicBilling key={clinic.id} clinic={clinic} />
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const isMonth = (text: string | undefined): text is string => text !== undefined && isDay(`${text}-01`)

function ClinicBilling({ clinic: { id: clinic_id, tz } }: { readonly clinic: Clinic }) {
  const { view, filters, change } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`billing of ${clinic_id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  const today = dayIn(tz, now())
  const start = isDay(filters.start) ? filters.start : null
  const month = isMonth(filters.month) ? filters.month : today.slice(0, 7)
  const { query, csv } = useBilling({ clinic_id, month, start, code: filters.code, search, view })
  const { data, error } = query
  // A failure is an empty list without a message (ER-2).
  const page = useMemo(() => (data ? pageOf(data) : error ? nothing : undefined), [data, error])
  const isNarrowed = search !== '' || filters.code !== undefined
  const period = start === null ? { month } : { start, end: endOf(start) }
  const periodText =
    start === null ? monthText(month) : m.billing_period_days({ from: dayText(start), to: dayText(endOf(start)) })
  const columns = useMemo(billingColumns, [])
  const { shown, choice } = useShownColumns('billing', columns)
  const details = useMemo(() => {
    const of = start === null ? { month } : { start, end: endOf(start) }
    return (item: BillingItem) => (
      <ResidentDays
        patient_id={item.id}
        period={of}
        zone={tz}
        label={m.billing_days_label({ resident: item.resident_name, period: periodText })}
      />
    )
  }, [month, start, tz, periodText])

  function showAll() {
    type('')
    void change({}, { code: '' })
  }

  return (
    <div className={adminPageStyles.adminPage} data-wide="true">
      <div className={adminPageStyles.adminHead}>
        <h1>{m.billing_title()}</h1>
      </div>
      <ListTools
        isLabelled
        chosen={filters.code === undefined ? 0 : 1}
        onClear={isNarrowed ? showAll : undefined}
        search={
          <>
            <PeriodChoice
              today={today}
              month={month}
              start={start}
              onMonth={(next) => void change({}, { month: next === today.slice(0, 7) ? '' : next, start: '' })}
              onStart={(next) => void change({}, { start: next, month: '' })}
            />
            <span className={tableToolsStyles.tableSpace} />
            <SearchField
              label={m.billing_search_label()}
              placeholder={m.billing_search_hint()}
              value={text}
              onChange={type}
            />
          </>
        }
      >
        <FilterSelect
          label={m.billing_code_column()}
          all={m.billing_code_all()}
          options={codes.map((code) => ({ value: code, label: code === 'none' ? m.billing_no_code() : code }))}
          value={filters.code ?? ''}
          onChange={(code) => void change({}, { code })}
        />
        <ViewTools>
          {choice}
          <SavedViews list="billing" label={m.billing_title()} />
        </ViewTools>
      </ListTools>
      <BillingTotals
        totals={data?.totals}
        isOpen={'month' in period ? endOfMonth(month) >= today : period.end >= today}
        periodText={periodText}
      />
      <DataTable
        label={m.billing_residents()}
        columns={shown}
        query={{ ...query, data: page, error: data ? error : null }}
        view={view}
        onView={change}
        rowId={idOf}
        rowName={billedName}
        source={{ ...csv, rowsOf: pageOf }}
        details={details}
        empty={
          isNarrowed && !error ? (
            <NoneFound title={m.billing_none_found_title()} all={m.resident_list_show_all()} onAll={showAll}>
              {m.common_try_filters()}
            </NoneFound>
          ) : (
            <Empty
              title={m.billing_empty_title({ period: periodText })}
              action={
                error && (
                  <Button variant="default" onClick={() => void query.refetch()}>
                    {m.common_try_again()}
                  </Button>
                )
              }
            >
              {m.billing_empty()}
            </Empty>
          )
        }
      />
    </div>
  )
}

const nothing = { rows: [], total: 0 }
const idOf = ({ id }: BillingItem): string => id
const endOfMonth = (month: string): string => dayLater(`${monthLater(month, 1)}-01`, -1)
