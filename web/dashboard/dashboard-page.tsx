import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listResidents, type Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoticesOf } from '../shared/current-notifications.tsx'
import { liveStore } from '../shared/live/index.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { useAllPages } from '../shared/pages.ts'
import { queryClient } from '../shared/query.ts'
import { allFloors, saveSettings, useSettings } from '../shared/settings.ts'
import { Empty, Failed, Loading, NoneFound, Stale } from '../shared/states.tsx'
import cardStyles from './card.module.css'
import type { CardChoice } from './card-order.ts'
import { setShowPresence } from './card-painter.ts'
import styles from './dashboard-page.module.css'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { LastRrFeed } from './last-rr-feed.tsx'
import { type CardActs, ResidentCard } from './resident-card.tsx'
import { useChosenCards } from './use-card-choice.ts'

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
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

type OwnChoice = Omit<CardChoice, 'floor'>

/** A clinic's last choice survives a visit to a resident, however long, and ends with the session. */
const choiceKey = ['cardChoice'] as const
queryClient.setQueryDefaults(choiceKey, { gcTime: Number.POSITIVE_INFINITY })
const atFirst: OwnChoice = { sort: 'range', kinds: new Set(), search: '' }

function ClinicDashboard({ clinic, acts }: DashboardPageProps & { readonly clinic: Clinic }) {
  const { dashboardType } = useSettings()
  const residents = useAllPages(listResidents, { clinic_id: clinic.id, status: '3' }, { refetchInterval: refreshMs })
  usePresenceSettings()
  return (
    <>
      <h1 className="visually-hidden">{m.dashboard_title({ clinic: clinic.name })}</h1>
      <LastRrFeed clinicId={clinic.id} withGraph={dashboardType === 'moreInfo'} />
      {residents.isPending && <Loading label={m.resident_loading()} />}
      {residents.error && !residents.data && <Failed error={residents.error} retry={() => void residents.refetch()} />}
      {residents.error && residents.data && (
        <div className={styles.dashboardStale}>
          <Stale
            action={
              <Button size="compact-sm" variant="default" onClick={() => void residents.refetch()}>
                {m.common_try_again()}
              </Button>
            }
          >
            {m.dashboard_stale()}
          </Stale>
        </div>
      )}
      {residents.data?.length === 0 && (
        <Empty
          title={m.dashboard_empty_title()}
          action={
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/clinic/residents" />}>
              {m.dashboard_to_residents()}
            </Button>
          }
        >
          {m.dashboard_empty({ clinic: clinic.name })}
        </Empty>
      )}
      {residents.data && residents.data.length > 0 && (
        <NoticesOf clinicId={clinic.id}>
          <Cards clinic={clinic} residents={residents.data} acts={acts} />
        </NoticesOf>
      )}
    </>
  )
}

interface CardsProps extends DashboardPageProps {
  readonly clinic: Clinic
  readonly residents: readonly Resident[]
}

function Cards({ clinic, residents, acts }: CardsProps) {
  const { dashboardType, selectedFloor, floorClinicId } = useSettings()
  const [own, setOwn] = useState(() => queryClient.getQueryData<OwnChoice>([...choiceKey, clinic.id]) ?? atFirst)
  const floors = useMemo(() => floorsOf(clinic, residents), [clinic, residents])
  const isFloorHere = floorClinicId === clinic.id && floors.includes(selectedFloor)
  const choice: CardChoice = { ...own, floor: isFloorHere ? selectedFloor : allFloors }
  const { chosen, gridProps } = useChosenCards(residents, choice)
  useLinksIn(gridProps.ref)

  function change(part: Partial<OwnChoice>) {
    const next = { ...own, ...part }
    setOwn(next)
    queryClient.setQueryData([...choiceKey, clinic.id], next)
  }

  function showAll() {
    change({ kinds: new Set(), search: '' })
    saveSettings({ selectedFloor: allFloors })
  }

  return (
    <>
      <DashboardToolbar clinicId={clinic.id} residents={residents} floors={floors} choice={choice} onChange={change} />
      {chosen.length === 0 && (
        <NoneFound title={m.dashboard_none_found_title()} all={m.resident_list_show_all()} onAll={showAll}>
          {m.common_try_filters()}
        </NoneFound>
      )}
      <ul
        className={cardStyles.cards}
        data-type={dashboardType}
        aria-label={m.dashboard_residents_label()}
        {...gridProps}
      >
        {chosen.map((resident) => (
          <ResidentCard key={resident.patient_id} resident={resident} type={dashboardType} acts={acts} />
        ))}
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
      void navigate({ href })
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [grid, navigate])
}

/** Presence on cards follows the person's settings (SH-18). */
export function usePresenceSettings(): void {
  const { isShowDistance, distanceRange } = useSettings()
  useEffect(() => {
    liveStore.setPresenceRange(distanceRange)
    setShowPresence(isShowDistance)
  }, [isShowDistance, distanceRange])
}
