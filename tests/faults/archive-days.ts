import { parseArgs } from 'node:util'
import { archivePool } from '../../server/live/archive/archiving.sql.ts'
import { archiveDays } from '../../server/live/archive/write-archive.ts'
import { createPool } from '../../server/platform/database.ts'
import { createLocalStore } from '../../server/platform/file-store.ts'

/** Archives the days of a database, over and over, until it is killed (kill-archive.test.ts). */

const { values } = parseArgs({ options: { connection: { type: 'string' }, folder: { type: 'string' } } })
const pool = createPool(JSON.parse(values.connection!), archivePool)
const work = {
  ...{
    pool,
    store: createLocalStore(values.folder!),
    afterDays: 1,
    retention: { readingsDays: 400, minutesDays: 3_660 },
    settledSeconds: 0,
    rest: 0,
  },
  isStopping: () => false,
  warn: (reason: string) => void process.stderr.write(`${reason}\n`),
}
process.stdout.write('begun\n')
for (let round = 1; ; round++) {
  await archiveDays(work)
  process.stdout.write(`round ${round}\n`)
}
