import type { CallArguments, CallOutput } from '@eupnea/contract/call.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { userRoutes } from './index.ts'

/** A portal with users and their administrators. */

export const password = 'tall-ships-at-noon'

export const startPeople = (): Promise<TestHttp> =>
  startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
  ])

type Given = CallArguments<typeof createUser>

let made = 0

/** Creates a user through the call, with defaults for everything not given. */
export const addUser = (admin: SignedInClient, given: Partial<Given> = {}): Promise<CallOutput<typeof createUser>> =>
  admin.call(createUser, {
    user_type: 'clinic-web',
    first_name: 'Nora',
    last_name: 'Night',
    email: `person${++made}@people.example`,
    password,
    ...given,
  })

/** Audit entries about a user, oldest first. */
export async function actsUpon({ owner }: TestHttp, user_id: string): Promise<{ act: string; detail: unknown }[]> {
  const rows = await owner.selectFrom('audit_entries').select(['act', 'detail']).orderBy('id').execute()
  return rows.filter(({ detail }) => (detail as { user_id?: string }).user_id === user_id)
}
