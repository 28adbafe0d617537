import { acceptAgreement } from '@eupnea/contract/sessions.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { type SpawnedPortal, sendCall, signInAs } from '../../tests/kit/spawn-portal.ts'

/** Somebody who works in these facilities. @returns a session token */
export async function addNurse(portal: SpawnedPortal, email: string, clinicIds: readonly string[]): Promise<string> {
  const person = { email, password: 'two herons stand in fog' }
  const names = { first_name: 'Grace', last_name: 'Hopper' }
  await portal.send(createUser, { user_type: 'clinic-web', ...names, clinic_ids: [...clinicIds], ...person })
  const token = await signInAs(portal.http, person)
  await sendCall(portal.http, token, acceptAgreement, {})
  return token
}
