import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOptions } from '../sensors/read-options.ts'
import { backUp } from '../server/platform/backup/back-up.ts'
import { readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { readPresentKey } from '../server/platform/secret-key/index.ts'
import { backUpContinuously, continuousOptions } from './keep-backup.ts'
import { openDatabase } from './open-database.ts'
import { reasonOf } from './reason-of.ts'

/**
 * `npm run backup -- FOLDER`: writes everything the portal stores into a new folder. The portal may keep running.
 * With `--continuous` it goes on beside the portal (`keep-backup.ts`). `--with-key` adds the secret key, with which whoever has the folder can open the credentials in it.
 */

const usage = `npm run backup -- FOLDER [--with-key]   (a folder that is not there yet)
npm run backup -- --continuous FOLDER|s3://BUCKET/PATH [--base-hours 24] [--keep-days 14] [--heartbeat URL] [--once]`

const { values, positionals } = readOptions(
  {
    allowPositionals: true,
    options: {
      continuous: { type: 'boolean', default: false },
      'with-key': { type: 'boolean', default: false },
      ...continuousOptions,
    },
  },
  usage,
)
const { continuous, 'with-key': withKey } = values
const [folder, ...others] = positionals
if (!folder || others.length > 0 || (continuous && withKey)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
if (continuous)
  try {
    await backUpContinuously(folder, values)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`No backup was made: ${(error as Error).message}\n`)
    process.exit(1)
  }

try {
  const config = readConfig(process.env)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const database = await openDatabase(config, 'also while it runs')
  try {
    const path = resolve(folder)
    const { tables, files, missing, made_at } = await backUp(database.connection, await createFileStore(config), {
      folder: path,
      version,
      ...(withKey ? { key: await readPresentKey(database.connection, config), mayHoldKey: true } : {}),
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `${path}: ${rows} rows of ${tables.length} tables and ${files.length} files, as of ${made_at}\n`,
    )
    process.stdout.write(
      withKey
        ? 'The secret key is in it too: whoever has this folder has everything.\n'
        : 'The secret key is not in it. Keep a copy of the key elsewhere: restoring needs both.\n',
    )
    if (missing.length > 0) process.stdout.write(`Not in their store: files ${missing.join(', ')}\n`)
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`No backup was made: ${reasonOf(error, folder)}\n`)
  process.exit(1)
}
