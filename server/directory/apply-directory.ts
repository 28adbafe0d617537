import type { applyDirectory as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { changesWaiting } from './changes-waiting.ts'
import { lockDirectory } from './people.sql.ts'
import { rulesInForce, settlePerson } from './settle-person.ts'

/** Gives everybody of the directory what the rules give now, without waiting for their next sign-in (SI-1). */
export const applyDirectory: Verb<typeof declaration> = async ({ ctx }) => {
  await lockDirectory(ctx)
  const changes = await changesWaiting(ctx)
  const rules = await rulesInForce(ctx)
  for (const { user } of changes) await settlePerson(ctx, user.id, rules)
  await recordAudit(ctx, { act: 'directory.apply', detail: { changed: changes.length } })
  return { changed: changes.length }
}
