import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import {
  type Icon,
  IconActivity,
  IconAlertCircle,
  IconAlertTriangle,
  IconBed,
  IconBedOff,
  IconBuildingCommunity,
  IconChartBar,
} from '../shared/icons.tsx'
import { signalIcons } from '../shared/signal-icons.tsx'
import styles from './notifications.module.css'

const icons: Record<NotificationKind, Icon> = {
  episode: IconActivity,
  no_breathing: signalIcons.no_breathing,
  stuck: signalIcons.stuck,
  silent: signalIcons.silent,
  clock: signalIcons.clock,
  malformed: signalIcons.malformed,
  out_of_bed: IconBedOff,
  still_in_bed: IconBed,
  trend: IconChartBar,
  back_early: IconBed,
  bed_mismatch: IconAlertCircle,
  monitoring: IconBuildingCommunity,
  system: IconAlertTriangle,
}

/** What a notification is about, by shape; its title is the word beside it. */
export function KindMark({ kind, size = 17 }: { readonly kind: NotificationKind; readonly size?: number }) {
  const Icon = icons[kind]
  return <Icon className={styles.notificationKind} size={size} stroke={1.8} aria-hidden />
}
