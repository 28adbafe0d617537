import { m } from '@eupnea/texts'
import { type DashboardType, useSettings } from './settings.ts'
import styles from './skeletons.module.css'

/**
 * Outlines of what is loading, never a state that may be untrue. They keep its boxes, so that nothing moves when it
 * comes. The frame's is in the document itself, painted before any script has arrived: nothing here may need one.
 */

const many = (count: number) => [...Array(count).keys()].map((place) => <i key={place} />)

const Said = ({ label = m.common_loading() }: { readonly label?: string }) => (
  <span className="visually-hidden">{label}…</span>
)

const Cards = ({ type }: { readonly type?: DashboardType }) => (
  <>
    <div className={styles.skeletonToolbar} aria-hidden>
      {many(4)}
    </div>
    <div className={styles.skeletonCards} data-type={type} aria-hidden>
      {many(60)}
    </div>
  </>
)

const Page = () => (
  <div className={styles.skeletonPage} aria-hidden>
    <i />
    <div className={styles.skeletonPanel}>{many(9)}</div>
  </div>
)

/** A dashboard, with cards of the size that the person has chosen. */
export function CardsSkeleton({ label }: { readonly label?: string }) {
  const { dashboardType } = useSettings()
  return (
    <div className={styles.skeleton} role="status">
      <Said label={label} />
      <Cards type={dashboardType} />
    </div>
  )
}

/** Any other page, inside the frame. */
export const PageSkeleton = () => (
  <div className={styles.skeleton} role="status">
    <Said />
    <Page />
  </div>
)

/** Menu, top bar and a page; which, the root element says (first-look.ts). */
export const FrameSkeleton = () => (
  <div className={styles.skeletonFrame} role="status">
    <Said />
    <div className={styles.skeletonMenu} aria-hidden />
    <div className={styles.skeleton} aria-hidden>
      <div className={styles.skeletonTop} />
      <div className={styles.skeletonFirstCards}>
        <Cards />
      </div>
      <div className={styles.skeletonFirstPage}>
        <Page />
      </div>
    </div>
  </div>
)

/** A list, as long as most screens are high. @param label as below */
export const ListSkeleton = ({ label }: { readonly label: string }) => (
  <div className={styles.skeletonList} role="status">
    <Said label={label} />
    {many(12)}
  </div>
)

export interface LinesSkeletonProps {
  /** what is loading, such as `Loading residents` */
  readonly label: string
  /** CSS pixels of what comes, needed where something below would move */
  readonly height?: number | undefined
}

/** Part of a page. */
export const LinesSkeleton = ({ label, height }: LinesSkeletonProps) => (
  <div
    className={styles.skeletonLines}
    style={height === undefined ? undefined : { height, paddingBlock: 0 }}
    role="status"
  >
    <Said label={label} />
    {many(3)}
  </div>
)
