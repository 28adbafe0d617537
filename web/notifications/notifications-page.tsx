import type { Clinic } from '@eupnea/contract/clinics.ts'
import { notificationKinds } from '@eupnea/contract/notification-kinds.ts'
import {
  listNotifications,
  type Notification,
  notificationSeverities,
  notificationStates,
  seeAllNotifications,
} from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { endOfDay, startOfDay } from '../shared/form/local-time.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Empty, Failed, Loading, NoneFound } from '../shared/states.tsx'
import adminPageStyles from '../shared/table/admin-page.module.css'
import { DataTable } from '../shared/table/data-table.tsx'
import { pageOf } from '../shared/table/page-of.ts'
import { useSearchText } from '../shared/table/use-search-text.ts'
import { useTableView } from '../shared/table/use-table-view.ts'
import { notificationColumns } from './notification-columns.tsx'
import { NotificationDetails } from './notification-details.tsx'
import { filterNames, NotificationFilters } from './notification-filters.tsx'
import { notificationName } from './notification-words.ts'
import { notificationAnswers } from './use-notification-acts.ts'

interface NotificationsPageProps {
  /** deliveries by e-mail and SMS, from another noun */
  readonly deliveries?: (notification_id: string, zone: string) => ReactNode
}

/** All notifications of the clinic chosen in the top bar (AL-3, AL-4, AL-7). */
export function NotificationsPage({ deliveries }: NotificationsPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <Notifications key={clinic.id} clinic={clinic} deliveries={deliveries} />
  if (isPending) return <Loading label={m.notification_clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

const order = {}

function Notifications({ clinic, deliveries }: NotificationsPageProps & { readonly clinic: Clinic }) {
  const { view, filters, change, onView } = useTableView(order, filterNames)
  const { text, search, type } = useSearchText(`notifications of ${clinic.id}`, () =>
    view.page === 1 ? Promise.resolve() : change({}),
  )
  // Days in the clinic's zone, like the list's times.
  const from = startOfDay(filters.from ?? '', clinic.tz)
  const until = endOfDay(filters.until ?? '', clinic.tz)
  const input = {
    clinic_id: clinic.id,
    ...(search && { search }),
    ...(from && { from }),
    ...(until && { until }),
    state: notificationStates.find((state) => state === filters.state),
    kind: notificationKinds.find((kind) => kind === filters.kind),
    severity: notificationSeverities.find((severity) => severity === filters.severity),
    seen: (['true', 'false'] as const).find((seen) => seen === filters.seen),
  }
  const query = useCall(
    listNotifications,
    { ...input, page: view.page, page_size: view.pageSize },
    { placeholderData: (before) => before, select: pageOf, refetchInterval: 60_000 },
  )
  const seeAll = useSend(seeAllNotifications, {
    invalidates: notificationAnswers,
    onSuccess: ({ seen }) =>
      sayDone(seen === 0 ? m.notification_see_all_none() : m.notification_see_all_done({ count: numberText(seen) })),
    onError: sayFailed,
  })
  const columns = useMemo(() => notificationColumns(clinic.tz), [clinic.tz])
  const detailsOf = useCallback(
    (notification: Notification) => (
      <NotificationDetails notification={notification} zone={clinic.tz} deliveries={deliveries} />
    ),
    [clinic.tz, deliveries],
  )
  const isNarrowed = search !== '' || Object.keys(filters).length > 0

  function showAll() {
    type('')
    void change({}, Object.fromEntries(filterNames.map((name) => [name, ''])))
  }

  return (
    <div className={adminPageStyles.adminPage}>
      <div className={adminPageStyles.adminHead}>
        <h1>{m.notification_list_title()}</h1>
        <Button variant="default" loading={seeAll.isPending} onClick={() => seeAll.mutate({ clinic_id: clinic.id })}>
          {m.notification_see_all()}
        </Button>
      </div>
      <p className={adminPageStyles.adminNote}>{m.common_observation_notice()}</p>
      <NotificationFilters
        text={text}
        onText={type}
        filters={filters}
        onFilter={(next) => void change({}, next)}
        onClear={isNarrowed ? showAll : undefined}
      />
      <DataTable
        label={m.notification_list_title()}
        columns={columns}
        query={query}
        view={view}
        onView={onView}
        rowId={idOf}
        rowName={notificationName}
        details={detailsOf}
        csv={{ call: listNotifications, input }}
        empty={
          isNarrowed ? (
            <NoneFound title={m.notification_none_found_title()} all={m.notification_show_all()} onAll={showAll}>
              {m.common_try_filters()}
            </NoneFound>
          ) : (
            <Empty title={m.notification_empty_title()}>{m.notification_clinic_empty()}</Empty>
          )
        }
      />
    </div>
  )
}

const idOf = ({ id }: Notification): string => id
