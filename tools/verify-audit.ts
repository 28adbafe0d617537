import { readFileSync } from 'node:fs'
import { readOptions } from '../sensors/read-options.ts'
import { verifyAudit } from '../server/audit/index.ts'
import { readConfig } from '../server/platform/config.ts'
import { withSnapshot } from '../server/platform/context.ts'
import { createDatabase, createPool } from '../server/platform/database.ts'
import { createLog } from '../server/platform/log.ts'
import { openDatabase } from './open-database.ts'

/**
 * `npm run audit:verify -- [FILE…]`: checks the audit log, also while the portal runs. A file is anything with digests
 * that were kept outside, such as a saved mail: lines of a day and its hash. Exits with 1 when something is wrong.
 */

const words = {
  changed: 'was changed',
  removed: 'was removed',
  moved: 'is not where it was written',
  forged: 'was not written by the portal',
  erased: 'had personal data taken out of it, and nothing says who erased it',
  'digest-changed': 'had its digest changed in the database',
  rewritten: 'is not what the digest says that it was: entries were written anew',
  'not-outside': 'has another digest than the one that was kept outside',
}

const { positionals: files } = readOptions({ allowPositionals: true }, 'npm run audit:verify -- [FILE…]')
try {
  const outside = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\b(\d{4}-\d\d-\d\d) ([0-9a-f]{64})\b/g)].map(([, day, hash]) => ({
      day: day!,
      hash: hash!,
    })),
  )
  if (files.length > 0 && outside.length === 0) throw new Error('The files hold no digests')
  const config = readConfig(process.env)
  const opened = await openDatabase(config, 'also while it runs')
  const database = createDatabase(createPool(opened.connection, { name: 'verify', max: 1 }))
  try {
    const origin = { database, actor: { type: 'job', name: 'verify-audit' }, log: createLog('fatal') } as const
    const { links, chains, unsent, breaks } = await withSnapshot(origin, (ctx) => verifyAudit(ctx, outside))
    for (const { kind, entry_id, about } of breaks) {
      const isOfDay = kind === 'digest-changed' || kind === 'rewritten' || kind === 'not-outside'
      const which = entry_id === null ? 'An entry' : `Entry ${entry_id}`
      process.stdout.write(isOfDay ? `${about} ${words[kind]}\n` : `${which} ${words[kind]} (${about})\n`)
    }
    process.stdout.write(`Links checked: ${links}, in chains: ${chains}. Errors: ${breaks.length}.`)
    process.stdout.write(outside.length > 0 ? ` Digests from outside: ${outside.length}.\n` : '\n')
    if (unsent > 0)
      process.stdout.write(`Days without a digest outside this machine: ${unsent}. Set S3_* or OPS_MAIL.\n`)
    process.exitCode = breaks.length > 0 ? 1 : 0
  } finally {
    await database.destroy()
    await opened.close()
  }
} catch (error) {
  process.stderr.write(`The audit log was not checked: ${(error as Error).message}\n`)
  process.exit(2)
}
