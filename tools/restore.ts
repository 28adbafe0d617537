import { resolve } from 'node:path'
import { restore } from '../server/platform/backup/restore.ts'
import { readConfig } from '../server/platform/config.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { openDatabase } from './open-database.ts'

/** `npm run restore -- FOLDER`: restores a backup into an empty database while no portal uses it. */

const folder = process.argv[2]
if (!folder) {
  process.stderr.write('npm run restore -- FOLDER   (what `npm run backup` made)\n')
  process.exit(2)
}
try {
  const config = readConfig(process.env)
  const database = await openDatabase(config, 'alone')
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
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`Nothing was restored: ${(error as Error).message}\n`)
  process.exit(1)
}
