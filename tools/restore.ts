import { join, resolve } from 'node:path'
import { restore } from '../server/platform/backup/restore.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { keyFileName, keyFileOf, keyState, readKeyFile, writeKeyFile } from '../server/platform/secret-key/index.ts'
import { openDatabase } from './open-database.ts'
import { drill, restoreInstant } from './restore-to.ts'

/**
 * `npm run restore -- FOLDER`: restores a backup into an empty database while no portal uses it. With `--to` or `--drill`
 * it is a continuous backup (`restore-to.ts`).
 */

const [folder, option, instant] = process.argv.slice(2)
if (!folder || (option === '--to' ? !instant : option !== undefined && option !== '--drill')) {
  process.stderr.write(
    'npm run restore -- FOLDER   (what `npm run backup` made)\nnpm run restore -- PLACE --to INSTANT|latest, or --drill   (what `npm run backup -- --continuous` keeps)\n',
  )
  process.exit(2)
}
if (option)
  try {
    await (option === '--drill' ? drill(folder) : restoreInstant(folder, instant!))
    process.exit(0)
  } catch (error) {
    process.stderr.write(
      `${option === '--drill' ? 'The drill failed' : 'Nothing was restored'}: ${(error as Error).message}\n`,
    )
    process.exit(1)
  }
try {
  const config = readConfig(process.env)
  const database = await openDatabase(config, 'new')
  try {
    const { tables, files, made_at } = await restore(
      database.connection,
      await createFileStore(config),
      resolve(folder),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(
      `Restored ${rows} rows of ${tables.length} tables and ${files.length} files, as of ${made_at}\n`,
    )
    await takeKeyOf(resolve(folder), config)
    if ((await keyState(database.connection, config)) === 'missing')
      process.stdout.write(
        `The secret key is missing. Before the start, set SECRET_KEY to it or put it into ${keyFileOf(config)} (mode 600): it is the key of the portal that made the backup, at that time.\n`,
      )
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`Nothing was restored: ${(error as Error).message}\n`)
  process.exit(1)
}

/** A backup made with --with-key brings its key, unless there is one at hand. */
async function takeKeyOf(folder: string, config: Config): Promise<void> {
  const key = await readKeyFile(join(folder, keyFileName))
  if (key === null || config.SECRET_KEY !== undefined || (await readKeyFile(keyFileOf(config))) !== null) return
  await writeKeyFile(keyFileOf(config), key)
}
