import { readOptions } from '../sensors/read-options.ts'
import { environment, readConfig } from '../server/platform/config.ts'
import { rotateSecretKey } from '../server/platform/secret-key/index.ts'
import { openDatabase } from './open-database.ts'

/** `npm run secrets:rotate`: replaces the secret key and seals everything with the new one, while no portal runs. */

readOptions({}, 'npm run secrets:rotate   (in the portal’s environment; where SECRET_KEY is set, with NEW_SECRET_KEY)')
try {
  const config = readConfig(process.env)
  const next = environment.shape.SECRET_KEY.safeParse(process.env.NEW_SECRET_KEY || undefined)
  if (!next.success) throw new Error(`NEW_SECRET_KEY: ${next.error.issues[0]!.message}`)
  const database = await openDatabase(config, 'alone')
  try {
    const { count, former } = await rotateSecretKey(database.connection, config, next.data)
    process.stdout.write(
      `${count} secrets are sealed with the new key. Links to files, codes that were sent, and counts of locked pages have ended.\n${
        next.data === undefined
          ? 'The new key is in DATA_DIR/secret-key: copy it to nodes with a DATA_DIR of their own, and to where you keep it.\n'
          : 'Set SECRET_KEY to the new key before you start the portal.\n'
      }Backups made before need the old key${former === null ? '' : `. It is in ${former}: move it to where you keep it`}.\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`The key was not replaced: ${(error as Error).message}\n`)
  process.exit(1)
}
