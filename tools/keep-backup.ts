import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createReport, keepRounds } from '../server/platform/backup/continuous/keep-rounds.ts'
import { openVault } from '../server/platform/backup/continuous/open-vault.ts'
import { readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { callHeartbeat } from '../server/platform/ops/call-heartbeat.ts'

/**
 * `npm run backup -- --continuous PLACE`: keeps a backup beside a running portal until it is stopped. PLACE is a folder
 * on another disk, or `s3://BUCKET/PATH`.
 */

const roundMs = 20_000

export const continuousOptions = {
  /** hours between copies of the whole database */
  'base-hours': { type: 'string', default: '24' },
  /** days to which one can go back */
  'keep-days': { type: 'string', default: '14' },
  /** called each minute while all is well, like HEARTBEAT_URL */
  heartbeat: { type: 'string' },
  /** one round, then it ends */
  once: { type: 'boolean', default: false },
} as const

interface Options {
  readonly 'base-hours': string
  readonly 'keep-days': string
  readonly heartbeat?: string | undefined
  readonly once: boolean
}

export async function backUpContinuously(place: string, values: Options): Promise<void> {
  const [baseHours, keepDays] = [numberOf('base-hours', values), numberOf('keep-days', values)]
  if (values.heartbeat !== undefined && !/^https?:/.test(URL.parse(values.heartbeat)?.protocol ?? ''))
    throw new Error('--heartbeat must be a URL beginning with http:// or https://')
  const config = readConfig(process.env)
  if (config.DATABASE_URL)
    throw new Error('An external PostgreSQL has continuous archiving of its own (docs/operations.md)')
  const dataDir = resolve(config.DATA_DIR)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [vault, files] = [await openVault(place, config), await createFileStore(config)]
  const print = (stream: NodeJS.WriteStream) => (line: string) =>
    void stream.write(`${new Date().toISOString()} ${line}\n`)
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  const report = createReport(print(process.stdout), print(process.stderr))
  const log = {
    warn: ({ status, reason }: { status?: number; reason?: string }, line: string): void =>
      print(process.stderr)(`${line} (${reason ?? status})`),
  }
  const stopHeartbeat = values.heartbeat
    ? callHeartbeat({ url: values.heartbeat, unwellSince: () => report.unwellSince, log })
    : () => {}
  await keepRounds(
    {
      connection() {
        const running = findRunning(dataDir)
        if (!running) throw new Error(`No portal is running on ${dataDir}`)
        return running
      },
      ...{ cluster: join(dataDir, 'postgres'), files, vault, version, roundMs, signal: stopping.signal },
      ...{ baseHours, keepDays },
      report,
    },
    { once: values.once },
  ).finally(stopHeartbeat)
}

/** A number that isn't one would mean never. */
function numberOf(name: 'base-hours' | 'keep-days', values: Options): number {
  if (!/^\d+(\.\d+)?$/.test(values[name])) throw new Error(`--${name} must be a number`)
  return Number(values[name])
}
