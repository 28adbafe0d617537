import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { clsx } from 'clsx'
import { type CSSProperties, memo, type ReactNode, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useNoticed } from '../shared/current-notifications.tsx'
import { allFloors } from '../shared/settings.ts'
import { Empty, Failed, Loading } from '../shared/states.tsx'
import { floorText } from '../shared/words.ts'
import cardStyles from './card.module.css'
import type { CardChoice, CardResident } from './card-order.ts'
import { attachCard } from './card-painter.ts'
import { ownText } from './card-text.ts'
import { CardTop } from './card-top.tsx'
import { LastRrFeed } from './last-rr-feed.tsx'
import { LiveParts } from './resident-card.tsx'
import { useCardOrder, usePlacedCards } from './use-card-choice.ts'
import { useHeight } from './use-height.ts'
import { type Turning, useTurning } from './use-turning.ts'
import { useWakeLock } from './use-wake-lock.ts'
import styles from './wall.module.css'
import { WallFrame, type WallSurroundings } from './wall-frame.tsx'
import { wallGridFor, wallScaleFor } from './wall-grid.ts'
import { pagesOf } from './wall-pages.ts'
import { WallTotals } from './wall-totals.tsx'

interface WallProps extends WallSurroundings {
  readonly clinic: { readonly id: string; readonly name: string; readonly tz: string }
  readonly title: string
  readonly residents: {
    readonly data: readonly CardResident[] | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** the facility's limits; undefined: not known (yet), and nobody's are called their own */
  readonly plan?: RateLimits | undefined
  /** the display's floor, if its facility no longer has it */
  readonly goneFloor?: string | null
}

const outOfRangeFirst: CardChoice = { sort: 'range', kinds: new Set(), search: '', floor: allFloors }
const none: readonly CardResident[] = []

/** Residents on a wall: readable from four metres, out of range first (DA-7); pages turn when not all fit (DI-2). */
export function Wall({ clinic, title, residents, plan, goneFloor = null, ...surroundings }: WallProps) {
  const { data, error, refetch } = residents
  useWakeLock()
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const taken = useHeight(bar) + useHeight(foot)
  const noticed = useNoticed(data ?? none)
  const width = useSyncExternalStore(onResize, () => innerWidth)
  const height = useSyncExternalStore(onResize, () => innerHeight)
  const scale = wallScaleFor(width, height)
  const room = { width: width / scale, height: height / scale - taken }
  const { grid, pager } = useWallGrid(noticed, clinic.tz, plan, surroundings.isStale, room)
  return (
    <WallFrame
      {...surroundings}
      scale={scale}
      barRef={setBar}
      footRef={setFoot}
      title={title}
      totals={data && data.length > 0 && <WallTotals residents={noticed} />}
      pager={pager}
    >
      <LastRrFeed clinicId={clinic.id} />
      {!data && !error && <Loading label={m.resident_loading()} />}
      {!data && error && <Failed error={error} retry={() => void refetch()} />}
      {data?.length === 0 &&
        (goneFloor === null ? (
          <Empty title={m.dashboard_empty_title()}>{m.dashboard_empty({ clinic: clinic.name })}</Empty>
        ) : (
          <Empty title={m.display_floor_gone_title({ floor: floorText(goneFloor) })}>{m.display_floor_gone()}</Empty>
        ))}
      {grid}
    </WallFrame>
  )
}

function useWallGrid(
  residents: readonly CardResident[],
  zone: string,
  plan: RateLimits | undefined,
  isStale: boolean,
  /** between bar and footer, in pixels of the scale */
  { width, height }: { readonly width: number; readonly height: number },
) {
  const { chosen, urgent, gridProps } = useCardOrder(residents, outOfRangeFirst)
  const { columns, rows, isFitting } = wallGridFor(chosen.length, width, height)
  const pages = useMemo(() => {
    if (isFitting) return [chosen]
    const pinned = new Set(chosen.slice(0, urgent))
    return pagesOf(chosen, (card) => pinned.has(card), columns * rows)
  }, [chosen, urgent, isFitting, columns, rows])
  const turning = useTurning(pages.length > 1)
  const page = turning.turn % pages.length
  const shown = pages[page] ?? none
  // In an order that stays, since React moves every card behind one that comes forward.
  const drawn = useMemo(() => {
    const these = new Set(shown)
    return residents.filter((resident) => these.has(resident))
  }, [residents, shown])
  usePlacedCards(gridProps.ref, shown, drawn)
  const isPaged = pages.length > 1
  const grid: ReactNode = (
    <ul
      className={styles.wallCards}
      style={{ '--columns': columns, '--rows': rows } as CSSProperties}
      data-paged={isPaged}
      data-stale={isStale}
      aria-label={m.dashboard_residents_label()}
      {...gridProps}
    >
      {drawn.map((resident) => (
        <WallCard key={resident.patient_id} resident={resident} zone={zone} own={ownText(resident.plan, plan)} />
      ))}
    </ul>
  )
  const pager = isPaged && <Pager page={page + 1} pages={pages.length} turning={turning} />
  return { grid, pager }
}

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly turning: Turning
}

/** `2 of 3`; pressed, it holds the page for a minute. */
function Pager({ page, pages, turning: { isResting, toggle } }: PagerProps) {
  return (
    <button
      type="button"
      className={clsx(styles.wallPager, 'tabular')}
      aria-pressed={isResting}
      title={isResting ? m.dashboard_wall_go_on() : m.dashboard_wall_pause()}
      onClick={toggle}
    >
      {isResting
        ? m.dashboard_wall_page_paused({ page: numberText(page), pages: numberText(pages) })
        : m.dashboard_wall_page({ page: numberText(page), pages: numberText(pages) })}
    </button>
  )
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

interface WallCardProps {
  readonly resident: CardResident
  /** the facility's */
  readonly zone: string
  readonly own: string
}

const WallCard = memo(function WallCard({ resident, zone, own }: WallCardProps) {
  const deviceId = resident.device?.device_id ?? null
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
      data-notice={resident.notice?.state}
      data-severity={resident.notice?.severity}
    >
      <CardTop resident={resident} flag={flag} zone={zone} />
      {deviceId ? (
        <LiveParts type="minInfo" limits={resident.plan} own={own} />
      ) : (
        <p className={cardStyles.cardNone}>{m.dashboard_card_no_device()}</p>
      )}
    </li>
  )
})
