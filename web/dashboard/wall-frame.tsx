import { m } from '@eupnea/texts'
import type { CSSProperties, ReactNode, Ref } from 'react'
import styles from './wall-frame.module.css'

/** What every wall shows around its cards. */
export interface WallSurroundings {
  /** `Live`, or since when it isn't */
  readonly liveness: ReactNode
  readonly clock: ReactNode
  /** further warnings below the bar */
  readonly notice?: ReactNode
  /** the values aren't current */
  readonly isStale: boolean
  /** for keyboards; a display leads nowhere */
  readonly back?: ReactNode
}

interface WallFrameProps extends WallSurroundings {
  /** how many times as large all is drawn */
  readonly scale?: number
  readonly title: string
  /** how many residents are how */
  readonly totals?: ReactNode
  /** which page it is; in the footer, where it doesn't make the bar wrap and so the pages fewer */
  readonly pager?: ReactNode
  readonly barRef?: Ref<HTMLElement>
  readonly footRef?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** Bar, cards and footer of a wall (DA-7). */
export function WallFrame({
  scale = 1,
  title,
  liveness,
  clock,
  notice,
  isStale,
  back,
  totals,
  pager,
  barRef,
  footRef,
  children,
}: WallFrameProps) {
  return (
    <div className={styles.wall} style={{ '--scale': scale } as CSSProperties} data-stale={isStale}>
      <header ref={barRef} className={styles.wallBar}>
        {back && <span className={styles.wallBack}>{back}</span>}
        <h1>{title}</h1>
        <span className={styles.wallLive}>{liveness}</span>
        <div className={styles.wallSide}>
          {totals}
          <span className={styles.wallClock}>{clock}</span>
        </div>
        {notice && <div className={styles.wallNotice}>{notice}</div>}
      </header>
      <main data-far>{children}</main>
      <footer ref={footRef} className={styles.wallFoot}>
        <span>{m.common_observation_notice()}</span>
        {pager}
      </footer>
    </div>
  )
}
