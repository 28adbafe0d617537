import type { Ctx } from '../platform/context.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Viewer } from './notifications.sql.ts'

/** The signed-in person. @throws 401 for anyone else, whom `access` doesn't admit either */
export function viewerOf({ actor }: Ctx): Viewer {
  if (actor.type !== 'user') throw unauthenticated()
  return { id: actor.id, name: actor.name || actor.email }
}
