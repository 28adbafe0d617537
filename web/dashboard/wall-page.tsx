import type { Clinic } from '@eupnea/contract/clinics.ts'
import { listResidents, type Resident } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { clsx } from 'clsx'
import { type CSSProperties, memo, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { NoClinic } from '../shared/no-clinic.tsx'
import { useAllPages } from '../shared/pages.ts'
import { allFloors } from '../shared/settings.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import cardStyles from './card.module.css'
import type { CardChoice } from './card-order.ts'
import { attachCard } from './card-painter.ts'
import { usePresenceSettings } from './dashboard-page.tsx'
import { LastRrFeed } from './last-rr-feed.tsx'
import { CardTop, LiveParts } from './resident-card.tsx'
import { useChosenCards } from './use-card-choice.ts'
import { useWakeLock } from './use-wake-lock.ts'
import { columnsFor } from './wall-columns.ts'
import styles from './wall-page.module.css'

interface WallPageProps {
  /** `Live`, or since when it isn't */
  readonly liveness: ReactNode
  readonly clock: ReactNode
  /** further warnings below it */
  readonly notice: ReactNode
  /** the values aren't current */
  readonly isStale: boolean
}

const outOfRangeFirst: CardChoice = { sort: 'range', kinds: new Set(), search: '', floor: allFloors }
const none: readonly Resident[] = []
const refreshMs = 5 * 60_000

/** A clinic on a wall: no menu, readable from four metres, out of range first (DA-7). */
export function WallPage({ liveness, clock, notice, isStale }: WallPageProps) {
  const clinic = useClinic()
  usePresenceSettings()
  useWakeLock()
  return (
    <div className={styles.wall} data-stale={isStale}>
      <header className={styles.wallBar}>
        <a className={styles.wallBack} href="/clinic/profile">
          {m.dashboard_wall_back()}
        </a>
        <h1>{clinic?.name ?? m.dashboard_wall_title()}</h1>
        <span className={styles.wallLive}>{liveness}</span>
        <span className={styles.wallClock}>{clock}</span>
        {notice && <div className={styles.wallNotice}>{notice}</div>}
      </header>
      <main>{clinic ? <ClinicWall key={clinic.id} clinic={clinic} /> : <WithoutClinic />}</main>
      <footer className={styles.wallFoot}>{m.common_observation_notice()}</footer>
    </div>
  )
}

function WithoutClinic() {
  const { isPending, error, refetch } = useClinics()
  if (isPending) return <Loading label={m.clinic_loading()} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <NoClinic>{m.common_no_access()}</NoClinic>
}

function ClinicWall({ clinic }: { readonly clinic: Clinic }) {
  const residents = useAllPages(listResidents, { clinic_id: clinic.id, status: '3' }, { refetchInterval: refreshMs })
  return (
    <>
      <LastRrFeed clinicId={clinic.id} />
      {residents.isPending && <Loading label={m.resident_loading()} />}
      {residents.error && !residents.data && <Failed error={residents.error} retry={() => void residents.refetch()} />}
      {residents.data?.length === 0 && (
        <Empty title={m.dashboard_empty_title()}>{m.dashboard_empty({ clinic: clinic.name })}</Empty>
      )}
      <WallGrid residents={residents.data ?? none} />
    </>
  )
}

function WallGrid({ residents }: { readonly residents: readonly Resident[] }) {
  const { chosen, gridProps } = useChosenCards(residents, outOfRangeFirst)
  const width = useSyncExternalStore(onResize, () => innerWidth)
  const height = useSyncExternalStore(onResize, () => innerHeight)
  const { columns, isFitting } = columnsFor(chosen.length, width, height)
  return (
    <ul
      className={styles.wallCards}
      style={{ '--columns': columns } as CSSProperties}
      data-fits={isFitting}
      aria-label={m.dashboard_residents_label()}
      {...gridProps}
    >
      {chosen.map((resident) => (
        <WallCard key={resident.patient_id} resident={resident} />
      ))}
    </ul>
  )
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

const WallCard = memo(function WallCard({ resident }: { readonly resident: Resident }) {
  const deviceId = resident.device?.device_id ?? null
  const zone = resident.device?.device_tz ?? 'UTC'
  const flag = resident.flaggedResidentNotes.status
  const attach = useCallback(
    (root: HTMLElement | null) => (root && deviceId ? attachCard(root, deviceId, zone) : undefined),
    [deviceId, zone],
  )
  return (
    <li
      key={deviceId}
      ref={attach}
      className={clsx(cardStyles.card, cardStyles.wallCard)}
      data-id={resident.patient_id}
      data-flag={flag === 1 ? undefined : flag}
      data-state={deviceId ? undefined : 'none'}
    >
      <CardTop resident={resident} flag={flag} />
      {deviceId ? (
        <LiveParts type="minInfo" limits={resident.plan} />
      ) : (
        <p className={cardStyles.cardNone}>{m.dashboard_card_no_device()}</p>
      )}
    </li>
  )
})
