import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readOptions } from '../sensors/read-options.ts'
import { readManifest, restore } from '../server/platform/backup/restore.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { keyFileName, keyFileOf, keyState, readKeyFile, writeKeyFile } from '../server/platform/secret-key/index.ts'
import { openDatabase } from './open-database.ts'
import { reasonOf } from './reason-of.ts'
import { drill, isContinuous, restoreInstant } from './restore-to.ts'

/**
 * `npm run restore -- FOLDER`: restores a backup into an empty database while no portal uses it. With `--to`
 * it is a continuous backup (`restore-to.ts`).
 */

const usage = `npm run restore -- FOLDER   (what \`npm run backup\` made)
npm run restore -- PLACE --to INSTANT|latest   (what \`npm run backup -- --continuous\` keeps)
npm run restore -- PLACE --drill   (proves either of them, and changes nothing)`

const { values, positionals } = readOptions(
  { allowPositionals: true, options: { to: { type: 'string' }, drill: { type: 'boolean', default: false } } },
  usage,
)
const [folder, ...others] = positionals
if (!folder || others.length > 0 || (values.drill && values.to !== undefined)) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
if (values.drill)
  try {
    await drill(folder)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`The drill failed: ${reasonOf(error, `${tmpdir()} (TMPDIR)`)}\n`)
    process.exit(1)
  }
try {
  if (values.to !== undefined) {
    await restoreInstant(folder, values.to)
    process.exit(0)
  }
  if (isContinuous(folder))
    throw new Error(
      `${resolve(folder)} is kept by \`npm run backup -- --continuous\`. Add --to latest, or --to and an instant`,
    )
  // Before a database is made.
  await readManifest(resolve(folder))
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
        `The secret key is missing. Before the start, set SECRET_KEY to it or put it into ${keyFileOf(config)} (mode 600, owned by the portal's user): it is the key of the portal that made the backup, at that time.\n`,
      )
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(
    `Nothing was restored: ${reasonOf(error, process.env.DATABASE_URL ? 'the database' : 'DATA_DIR')}\n`,
  )
  process.exit(1)
}

/** A backup made with --with-key brings its key, unless there is one at hand. */
async function takeKeyOf(folder: string, config: Config): Promise<void> {
  const key = await readKeyFile(join(folder, keyFileName))
  if (key === null || config.SECRET_KEY !== undefined || (await readKeyFile(keyFileOf(config))) !== null) return
  await writeKeyFile(keyFileOf(config), key)
}
