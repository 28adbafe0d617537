import type { Connection, Connections } from '../../server/platform/database.ts'
import { openConnections } from '../../server/platform/database-roles.ts'
import { createLog } from '../../server/platform/log.ts'
import { secretKey } from './spawn-portal.ts'

/** As which portals with the tests' secret key sign in. */
export const connectionsOf = (owner: Connection): Promise<Connections> =>
  openConnections(owner, { secret: secretKey, urls: {}, log: createLog('fatal') })

/** For DATABASE_URL. The query's host overrides the one that a URL must have. */
export const urlOf = ({ host, user, password, database }: Connection): string =>
  `postgresql://${user}:${password}@localhost/${database}?host=${host}`
