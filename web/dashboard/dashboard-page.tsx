import type { Clinic } from '@eupnea/contract/clinics.ts'
import { readClinicPlan } from '@eupnea/contract/plans.ts'
import { listResidents, type Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoticesOf, useNoticed } from '../shared/current-notifications.tsx'
import { liveStore } from '../shared/live/index.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { useAllPages } from '../shared/pages.ts'
import { allFloors, useSettings } from '../shared/settings.ts'
import { CardsSkeleton } from '../shared/skeletons.tsx'
import { Empty, Failed, NoneFound, Stale } from '../shared/states.tsx'
import { ToResidents } from '../shared/to-residents.tsx'
import cardStyles from './card.module.css'
import type { CardChoice } from './card-order.ts'
import { setShowPresence } from './card-painter.ts'
import { ownText } from './card-text.ts'
import { residentsInput } from './dashboard-calls.ts'
import styles from './dashboard-page.module.css'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { LastRrFeed } from './last-rr-feed.tsx'
import { type CardActs, ResidentCard } from './resident-card.tsx'
import { useChosenCards } from './use-card-choice.ts'
import { useDashboardView } from './use-dashboard-view.ts'

/** Residents come and go by live messages; this is only in case one was missed, ms. */
const refreshMs = 5 * 60_000

interface DashboardPageProps {
  /** what can be done about a resident's notification, from another noun */
  readonly acts: CardActs
}

/** The clinic's residents and their respiration now (DA-1). */
export function DashboardPage({ acts }: DashboardPageProps) {
  const clinic = useClinic()
  const { isPending, error, refetch } = useClinics()
  if (clinic) return <ClinicDashboard key={clinic.id} clinic={clinic} acts={acts} />
  if (isPending) return <CardsSkeleton label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicDashboard({ clinic, acts }: DashboardPageProps & { readonly clinic: Clinic }) {
  const shown = useDashboardView(clinic.id)
  const residents = useAllPages(listResidents, residentsInput(clinic.id), { refetchInterval: refreshMs })
  const { isReady, onValues } = useFirstValues(residents.data)
  useShowPresence()
  return (
    <>
      <h1 className="visually-hidden">{m.dashboard_title({ clinic: clinic.name })}</h1>
      <LastRrFeed clinicId={clinic.id} withGraph={shown.view.type !== 'minInfo'} onValues={onValues} />
      {(residents.isPending || (residents.data && !isReady)) && <CardsSkeleton label={m.resident_loading()} />}
      {residents.error && !residents.data && <Failed error={residents.error} retry={() => void residents.refetch()} />}
      {residents.error && residents.data && (
        <div className={styles.dashboardStale}>
          <Stale act={m.common_try_again()} onAct={() => void residents.refetch()}>
            {m.dashboard_stale()}
          </Stale>
        </div>
      )}
      {isReady && residents.data?.length === 0 && (
        <Empty title={m.dashboard_empty_title()} action={<ToResidents />}>
          {m.dashboard_empty({ clinic: clinic.name })}
        </Empty>
      )}
      {isReady && residents.data && residents.data.length > 0 && (
        <NoticesOf clinicId={clinic.id}>
          <Cards clinic={clinic} residents={residents.data} acts={acts} shown={shown} />
        </NoticesOf>
      )}
    </>
  )
}

/**
 * Cards are shown once, with values and in their places: without, they would jump to the front one after the other.
 * @returns whether they can be shown now
 */
function useFirstValues(residents: readonly Resident[] | undefined) {
  const [hasValues, setHasValues] = useState(false)
  const [isReady, setReady] = useState(false)
  const [isBack] = useState(residents !== undefined)
  const onValues = useCallback(() => setHasValues(true), [])
  useLayoutEffect(() => {
    if (!residents) return
    // Their limits decide the order, too.
    liveStore.setLimits(residents)
    if (!hasValues && residents.length > 0) return
    // Who comes back sees the cards at once; otherwise they are drawn in steps between which the page answers.
    if (isBack) setReady(true)
    else startTransition(() => setReady(true))
  }, [residents, hasValues, isBack])
  return { isReady, onValues }
}

interface CardsProps extends DashboardPageProps {
  readonly clinic: Clinic
  readonly residents: readonly Resident[]
  readonly shown: ReturnType<typeof useDashboardView>
}

function Cards({ clinic, residents: all, acts, shown: { view, search, whole, change } }: CardsProps) {
  const residents = useNoticed(all)
  const floors = useMemo(() => floorsOf(clinic, residents), [clinic, residents])
  const { type, kinds, sort } = view
  const floor = floors.includes(view.floor) ? view.floor : allFloors
  const choice: CardChoice = { sort, kinds, search, floor }
  const { data: plan } = useCall(readClinicPlan, { clinic_id: clinic.id }, { refetchInterval: refreshMs })
  const { drawn, isNoneFound, gridProps } = useChosenCards(residents, choice)
  // The same elements while only the choice changes: React needn't look at any.
  const cards = useMemo(
    () =>
      drawn.map((resident) => (
        <ResidentCard
          key={resident.patient_id}
          resident={resident}
          type={type}
          zone={clinic.tz}
          own={ownText(resident.plan, plan)}
          acts={acts}
        />
      )),
    [drawn, type, clinic.tz, plan, acts],
  )
  useLinksIn(gridProps.ref)
  const showAll = () => change({ kinds: new Set(), search: '', floor: allFloors })

  return (
    <>
      <DashboardToolbar
        residents={residents}
        floors={floors}
        choice={choice}
        type={type}
        query={whole}
        onChange={change}
      />
      {isNoneFound && (
        <NoneFound title={m.dashboard_none_found_title()} all={m.resident_list_show_all()} onAll={showAll}>
          {m.common_try_filters()}
        </NoneFound>
      )}
      <ul className={cardStyles.cards} data-type={type} aria-label={m.dashboard_residents_label()} {...gridProps}>
        {cards}
      </ul>
    </>
  )
}

/** The clinic's floors in its order, then those found only on residents. */
function floorsOf(clinic: Clinic, residents: readonly Resident[]): string[] {
  const named = new Set(clinic.floors)
  for (const { floor } of residents) if (floor !== '') named.add(floor)
  return [...named]
}

/** One listener for all cards; with a modifier key, the browser opens a tab or window by itself. */
function useLinksIn(grid: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate()
  useEffect(() => {
    const element = grid.current
    function open(event: MouseEvent) {
      const href = (event.target as Element).closest('a')?.getAttribute('href')
      if (!href || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      // The second click of two was meant for what the first has made disappear, such as Acknowledge.
      if (event.detail > 1) return
      void navigate({ href })
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [grid, navigate])
}

/** Whether cards say presence follows the person's settings (SH-18). */
export function useShowPresence(): void {
  const { isShowDistance } = useSettings()
  useEffect(() => setShowPresence(isShowDistance), [isShowDistance])
}
