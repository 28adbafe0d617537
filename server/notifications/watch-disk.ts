import { tenth } from '@eupnea/contract/rules/round.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { queueMail } from '../outbox/index.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { createLastingLog } from '../platform/log-lasting.ts'
import type { StateFile } from '../platform/state-file.ts'
import { listSuperadminEmails } from '../users/index.ts'

/** How full the disk is, as its watch reports it. */
export interface DiskRoom {
  /** readings are refused */
  readonly isFull: boolean
  /** 0..1 */
  readonly free_share: number
  readonly free_bytes: number
  /** null: not known */
  readonly days_left: number | null
}

/** What the Superadmins were last warned of. */
export type DiskWarning = 'full' | 'low' | 'days'

export interface DiskWatch {
  readonly origin: CtxOrigin
  room(): DiskRoom
  /** keeps the last warning over a restart */
  readonly told: StateFile<DiskWarning | null>
  /** how the mail calls this portal */
  readonly portal: string
  readonly everyMs?: number
}

const lookEveryMs = 10_000
/** Warned below the first, again only after the second was reached. */
const low = { share: 0.1, calmShare: 0.12, days: 2, calmDays: 3 }
const urgency: readonly (DiskWarning | null)[] = [null, 'days', 'low', 'full']

/**
 * Mails the Superadmins when less than a tenth of the disk or less than two days are left, and when it is full; each
 * once, until there is room again (AN-11). Facilities' staff aren't notified, because they can't do anything about it.
 * @returns how to stop
 */
export function watchDiskRoom({ origin, room, told, portal, everyMs = lookEveryMs }: DiskWatch): () => void {
  let last = told.read()
  const look = async () => {
    const now = room()
    const next = warningOf(now, last)
    if (next === last) return
    // Before the first start has made a Superadmin, there is nobody to tell.
    if (urgency.indexOf(next) > urgency.indexOf(last) && !(await mail(origin, next!, now, portal))) return
    last = next
    await told.write(next)
  }
  const looking = createLastingLog(
    origin.log,
    'disk: Superadmins not told, trying again',
    'disk: Superadmins can be told again',
  )
  let isLooking = false
  // Another look while the database takes long would tell them twice.
  const lookOnce = async () => {
    if (isLooking) return
    isLooking = true
    await look().then(looking.worked, (error: Error) => looking.failed(error.message))
    isLooking = false
  }
  void lookOnce()
  const timer = setInterval(lookOnce, everyMs)
  return () => clearInterval(timer)
}

function warningOf({ isFull, free_share, days_left }: DiskRoom, last: DiskWarning | null): DiskWarning | null {
  if (isFull) return 'full'
  if (free_share < (last === 'low' || last === 'full' ? low.calmShare : low.share)) return 'low'
  if (days_left !== null && days_left < (last === null ? low.days : low.calmDays)) return 'days'
  return null
}

/** @returns whether there is a Superadmin */
async function mail(origin: CtxOrigin, warning: DiskWarning, room: DiskRoom, portal: string): Promise<boolean> {
  const gigabytes = numberText(tenth(room.free_bytes / 1e9))
  const { subject, text } = {
    full: () => ({ subject: m.ops_disk_full_subject({ portal }), text: m.ops_disk_full({ portal }) }),
    low: () => ({
      subject: m.ops_disk_subject({ portal }),
      text: m.ops_disk_low({ portal, gigabytes, free: numberText(Math.floor(room.free_share * 100)) }),
    }),
    days: () => ({
      subject: m.ops_disk_subject({ portal }),
      text: m.ops_disk_days({ portal, gigabytes, days: numberText(tenth(room.days_left ?? 0)) }),
    }),
  }[warning]()
  const told = await withCtx(origin, async (ctx) => {
    const emails = await listSuperadminEmails(ctx)
    for (const to of emails) await queueMail(ctx, { to, subject, text })
    return emails.length
  })
  if (told > 0)
    origin.log.warn({ warning, free_share: room.free_share, days_left: room.days_left }, 'disk: Superadmins told')
  return told > 0
}
