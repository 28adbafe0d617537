import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keepBackup } from '../server/platform/backup/continuous/keep-backup.ts'
import { openVault } from '../server/platform/backup/continuous/vault.ts'
import { readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'

/**
 * `npm run backup -- --continuous PLACE`: keeps a backup beside a running portal until it is stopped. PLACE is a folder
 * on another disk, or `s3://BUCKET/PATH`.
 */

const roundMs = 20_000

export async function backUpContinuously(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      continuous: { type: 'boolean' },
      /** hours between copies of the whole database */
      'base-hours': { type: 'string', default: '24' },
      /** days to which one can go back */
      'keep-days': { type: 'string', default: '14' },
      /** one round, then it ends */
      once: { type: 'boolean', default: false },
    },
  })
  const [place, ...others] = positionals
  if (!place || others.length > 0) {
    process.stderr.write(
      'npm run backup -- --continuous FOLDER|s3://BUCKET/PATH [--base-hours 24] [--keep-days 14] [--once]\n',
    )
    process.exit(2)
  }
  const config = readConfig(process.env)
  if (config.DATABASE_URL)
    throw new Error('An external PostgreSQL has continuous archiving of its own (docs/operations.md)')
  const dataDir = resolve(config.DATA_DIR)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [vault, files] = [await openVault(place, config), await createFileStore(config)]
  const say = (line: string) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`)
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  let hasFailed = false
  for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
    const began = performance.now()
    try {
      // The portal may have been restarted at another address.
      const connection = findRunning(dataDir)
      if (!connection) throw new Error(`No portal is running on ${dataDir}`)
      const { until } = await keepBackup({
        ...{ connection, cluster: join(dataDir, 'postgres'), files, vault, version, say },
        baseHours: Number(values['base-hours']),
        keepDays: Number(values['keep-days']),
        roundMs,
      })
      if (isFirst || hasFailed) say(`Kept until ${until}`)
      hasFailed = false
    } catch (error) {
      if (values.once) throw error
      say(`Trying again: ${(error as Error).message}`)
      hasFailed = true
    }
    if (values.once) return
    await sleep(Math.max(0, roundMs - (performance.now() - began)), undefined, { signal: stopping.signal }).catch(
      () => {},
    )
  }
}
