import { readOptions } from '../sensors/read-options.ts'
import { type Config, environment, readConfig } from '../server/platform/config.ts'
import type { Connection } from '../server/platform/database.ts'
import { replaceLostKey, rotateSecretKey } from '../server/platform/secret-key/index.ts'
import { openDatabase } from './open-database.ts'

/**
 * `npm run secrets:rotate`: replaces the secret key and seals everything with the new one, while no portal runs. With
 * `--lost` it deletes what only the old key opens instead.
 */

const { values } = readOptions(
  { options: { lost: { type: 'boolean', default: false } } },
  `npm run secrets:rotate   (in the portal’s environment; where SECRET_KEY is set, with NEW_SECRET_KEY)
npm run secrets:rotate -- --lost   (the key is lost: deletes what only it opens)`,
)
try {
  const config = readConfig(process.env)
  const next = environment.shape.SECRET_KEY.safeParse(process.env.NEW_SECRET_KEY || undefined)
  if (!next.success) throw new Error(`NEW_SECRET_KEY: ${next.error.issues[0]!.message}`)
  const database = await openDatabase(config, 'alone')
  try {
    process.stdout.write(
      values.lost
        ? sentencesOf(await replaceLostKey(database.connection, config), config.SECRET_KEY)
        : await rotate(database.connection, config, next.data),
    )
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`The key was not replaced: ${(error as Error).message}\n`)
  process.exit(1)
}

async function rotate(connection: Connection, config: Config, next: string | undefined): Promise<string> {
  const { count, former } = await rotateSecretKey(connection, config, next)
  return `Secrets sealed with the new key: ${count}. Links to files, codes that were sent, and counts of locked pages have ended.
${
  next === undefined
    ? 'The new key is in DATA_DIR/secret-key: copy it to nodes with a DATA_DIR of their own, and to where you keep it.'
    : 'Set SECRET_KEY to the new key before you start the portal.'
}
Backups made before need the old key${former === null ? '' : `. It is in ${former}: move it to where you keep it`}.
`
}

function sentencesOf(deleted: ReadonlyMap<string, number>, given: string | undefined): string {
  const rows = [...deleted].map(([table, count]) => `${count} ${table.replaceAll('_', ' ')}`)
  return `The key is ${given === undefined ? 'a new one, in DATA_DIR/secret-key: keep a copy' : 'SECRET_KEY'}.
Deleted, because only the lost key opened it: ${rows.join(', ')}, the keys of push notifications.
Links to files and codes that were sent have ended.
`
}
