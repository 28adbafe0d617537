import type { Clinic } from '@eupnea/contract/clinics.ts'
import { notificationKinds } from '@eupnea/contract/notification-kinds.ts'
import {
  countUnseenNotifications,
  listNotifications,
  type Notification,
  notificationSeverities,
  notificationStates,
  seeAllNotifications,
  seeNotification,
} from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { send, useCall, useSend } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { useCurrentNotifications } from '../shared/current-notifications.tsx'
import { endOfDay, startOfDay } from '../shared/form/local-time.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { lazyPart } from '../shared/parts.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { Failed, Loading } from '../shared/states.tsx'
import { type ListFilter, ListPage } from '../shared/table/list-page.tsx'
import type { Chosen } from '../shared/table/table-features.ts'
import { withoutIds } from '../shared/table/table-shape.tsx'
import { notificationColumns } from './notification-columns.tsx'
import { NotificationDetails } from './notification-details.tsx'
import { kindLabels, notificationName, severityLabels, stateLabels } from './notification-words.ts'
import { rowKey, seenOf, withoutWorse } from './row-key.ts'
import { notificationAnswers } from './use-notification-acts.ts'

const AcknowledgeMany = lazyPart(async () => (await import('./acknowledge-many.tsx')).AcknowledgeMany)

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

const choices = <const V extends string>(labels: Readonly<Record<V, () => string>>, values: readonly V[]) =>
  values.map((value) => ({ value, label: labels[value]() }))

/** Days in the clinic's zone, like the list's times. */
const filtersOf = (zone: string): readonly ListFilter[] => [
  {
    name: 'state',
    label: m.notification_state_label(),
    all: m.notification_state_all(),
    options: choices(stateLabels, notificationStates),
  },
  {
    name: 'kind',
    label: m.notification_kind_label(),
    all: m.notification_kind_all(),
    options: choices(kindLabels, notificationKinds),
  },
  {
    name: 'severity',
    label: m.notification_severity_label(),
    all: m.notification_severity_all(),
    options: choices(severityLabels, notificationSeverities),
  },
  {
    name: 'seen',
    label: m.notification_state_seen(),
    all: m.notification_seen_all(),
    options: [
      { value: 'false', label: m.notification_filter_unseen() },
      { value: 'true', label: m.notification_filter_seen() },
    ],
  },
  {
    kind: 'day',
    name: 'from',
    label: m.notification_from_label(),
    notAfter: 'until',
    inputOf: (day) => ({ from: startOfDay(day, zone) }),
  },
  {
    kind: 'day',
    name: 'until',
    label: m.notification_until_label(),
    notBefore: 'from',
    inputOf: (day) => ({ until: endOfDay(day, zone) }),
  },
]

const none: readonly Notification[] = []

/** Chosen rows, also of other pages. While a dialog names them, they stay: it says which became a danger. */
function useChosen(clinic_id: string, isNamed: boolean) {
  const [chosen, setChosen] = useState<Chosen>({})
  const [rows, setRows] = useState<readonly Notification[]>(none)
  // Filters can hide what became a danger from the list, but not from these.
  const current = useCurrentNotifications(clinic_id).data?.items ?? none
  useEffect(() => {
    if (!isNamed) setChosen((before) => withoutWorse(before, [...rows, ...current]))
  }, [rows, current, isNamed])
  return { chosen, setChosen, setRows }
}

function Notifications({
  clinic: { id: clinic_id, tz },
  deliveries,
}: NotificationsPageProps & { readonly clinic: Clinic }) {
  const [isAcknowledging, setAcknowledging] = useState(false)
  const { chosen, setChosen, setRows } = useChosen(clinic_id, isAcknowledging)
  const keys = Object.keys(chosen)
  const seeAll = useSend(seeAllNotifications, {
    invalidates: notificationAnswers,
    onSuccess: ({ seen }) =>
      sayDone(seen === 0 ? m.notification_see_all_none() : m.notification_see_all_done({ count: numberText(seen) })),
    onError: sayFailed,
  })
  const { data: counted } = useCall(countUnseenNotifications, { clinic_id })
  const seeMany = useMutation({
    mutationFn: async () => {
      for (const key of keys) await send(seeNotification, { id: seenOf(key).id })
      await fetchAgain(notificationAnswers)
      return keys.length
    },
    onSuccess: (count) => {
      setChosen({})
      sayDone(m.notification_see_many_done({ count }))
    },
    onError: sayFailed,
  })
  const columns = useMemo(() => notificationColumns(tz), [tz])
  const filters = useMemo(() => filtersOf(tz), [tz])
  const detailsOf = useCallback(
    (notification: Notification) => (
      <NotificationDetails notification={notification} zone={tz} deliveries={deliveries} />
    ),
    [tz, deliveries],
  )
  return (
    <>
      <ListPage
        name="notifications"
        title={m.notification_list_title()}
        label={m.notification_list_title()}
        call={listNotifications}
        input={{ clinic_id }}
        search={{ label: m.notification_search_label(), placeholder: m.notification_search_hint() }}
        filters={filters}
        columns={columns}
        rowId={rowKey}
        rowName={notificationName}
        onRows={setRows}
        acts={
          <Button
            variant="default"
            disabled={counted?.unseen === 0}
            loading={seeAll.isPending}
            onClick={() => seeAll.mutate({ clinic_id })}
          >
            {m.notification_see_all()}
          </Button>
        }
        many={{
          chosen,
          onChange: setChosen,
          text: m.notification_list_chosen({ count: keys.length }),
          acts: (
            <>
              <Button size="compact-md" variant="default" onClick={() => setAcknowledging(true)}>
                {m.notification_acknowledge()}
              </Button>
              <Button size="compact-md" variant="default" loading={seeMany.isPending} onClick={() => seeMany.mutate()}>
                {m.notification_see_many()}
              </Button>
            </>
          ),
        }}
        refreshMs={60_000}
        noneFound={{ title: m.notification_none_found_title(), all: m.notification_show_all() }}
        empty={{ title: m.notification_empty_title(), text: m.notification_clinic_empty() }}
        details={detailsOf}
      />
      {isAcknowledging && (
        <Suspense>
          <AcknowledgeMany
            chosen={chosen}
            onClose={() => setAcknowledging(false)}
            onDone={(done) => setChosen((before) => withoutIds(before, done))}
          />
        </Suspense>
      )}
    </>
  )
}
