import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DiskWatch } from './notifications/index.ts'
import type { Config } from './platform/config.ts'
import { type Disk, watchDisk } from './platform/disk/watch-disk.ts'
import type { Log } from './platform/log.ts'
import { createMailer } from './platform/mail.ts'
import { callHeartbeat } from './platform/ops/call-heartbeat.ts'
import { createOps, type Incident } from './platform/ops/tell-ops.ts'
import { type PortalWatch, watchPortal } from './platform/ops/watch-portal.ts'
import { createSmsGateway } from './platform/sms.ts'
import { openStateFile } from './platform/state-file.ts'

/** What watches the portal itself, and needs neither its database nor its other parts. */
export interface OpsParts {
  readonly disk: Disk
  readonly watch: PortalWatch
  /** for those who look after the portal itself */
  readonly diskRoom: Pick<DiskWatch, 'room' | 'told'>
  /** how messages to the operator call this portal */
  readonly portal: string
  /** HEARTBEAT_URL is called from now on */
  beginHeartbeat(): void
  /** The start has failed. @returns the reason in words, once the operator is notified, if it is time */
  fail(error: unknown): Promise<unknown>
  close(): void
}

/** How long a start that failed waits until the operator is notified, ms. */
const tellWithinMs = 30_000

/** The first part that starts, so that a start that fails is noticed too (AN-10, AN-11). */
export function startOps(config: Config, log: Log): OpsParts {
  const dataDir = resolve(config.DATA_DIR)
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_ACCOUNT, SMS_TOKEN, SMS_FROM } = config
  const portal = [config.BASE_URL, hostname()].filter((name) => name !== undefined).join(', ')
  const mailer = SMTP_URL && config.OPS_MAIL.length > 0 ? createMailer(SMTP_URL, MAIL_FROM) : null
  const sms = SMS_URL
    ? createSmsGateway({ url: SMS_URL, account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM })
    : null
  const file = openStateFile<Incident | null>(join(dataDir, `ops-${hostname()}.json`))
  const ops = createOps({ mails: config.OPS_MAIL, phones: config.OPS_SMS, mailer, sms, file, portal, log })
  const watch = watchPortal(ops, log)
  const disk = watchDisk({
    dataDir,
    database: config.DATABASE_URL ? null : join(dataDir, 'postgres'),
    reserveBytes: config.DISK_RESERVE_MB * 1024 * 1024,
    log,
  })
  let stopHeartbeat = () => {}
  const close = () => {
    stopHeartbeat()
    watch.close()
    disk.close()
    mailer?.close()
  }
  return {
    disk,
    watch,
    diskRoom: {
      room: () => ({ isFull: disk.isFull, ...disk.report() }),
      told: openStateFile(join(dataDir, `disk-told-${hostname()}.json`)),
    },
    portal,
    beginHeartbeat() {
      const { HEARTBEAT_URL: url } = config
      if (url) stopHeartbeat = callHeartbeat({ url, unwellSince: () => watch.unwellSince, log })
    },
    async fail(error) {
      const why = disk.whyNotStarted(error)
      await Promise.race([watch.fail(), sleep(tellWithinMs, undefined, { ref: false })])
      close()
      return why ?? error
    },
    close,
  }
}
