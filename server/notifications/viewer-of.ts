import type { Ctx } from '../platform/context.ts'
import { unauthenticated } from '../platform/errors.ts'
import type { Viewer } from './notifications.sql.ts'

/** The person in front of the screen. @throws 401 for anybody else, whom `access` does not let in either */
export function viewerOf({ actor }: Ctx): Viewer {
  if (actor.type !== 'user') throw unauthenticated()
  return { id: actor.id, name: actor.name || actor.email }
}
