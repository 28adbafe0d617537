import { assignMember, linkMemberResident } from '@eupnea/contract/members.ts'
import { emptyArchive, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { reportRoutes } from '../reports/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { userRoutes } from '../users/index.ts'
import { memberRoutes } from './index.ts'
import { makeBed } from './night.fixture.ts'

/** A portal with the calls of members, and of what they see and who they are. */
export const startPortal = (): Promise<TestHttp> =>
  startTestHttp((sessions) => [
    ...memberRoutes(sessions, () => 'http://portal.example'),
    ...sessionRoutes(sessions),
    ...userRoutes(sessions),
    ...residentRoutes,
    ...reportRoutes(emptyArchive()),
  ])

export const ids = ({ items }: { items: readonly { user_uid: string }[] }) => items.map(({ user_uid }) => user_uid)
export const of = ({ userId }: SignedInClient) => ({ user_uid: userId })

/** Members and their Providers. @param given as it is now */
export function peopleOf(given: () => { readonly portal: TestHttp; readonly admin: SignedInClient }) {
  const asMember = () => given().portal.asUser({ groups: ['member'] })
  const asProvider = () => given().portal.asUser({ groups: ['vc-admin'] })
  return {
    asMember,
    asProvider,
    /** A member whose resident has a device, assigned to a Provider. */
    async household(tz = 'UTC') {
      const { portal, admin } = given()
      const [member, provider, bed] = [await asMember(), await asProvider(), await makeBed(portal, tz)]
      await admin.call(linkMemberResident, { ...of(member), patient_id: bed.patient_id })
      await admin.call(assignMember, { ...of(member), provider_email: provider.email })
      return { member, provider, bed }
    },
  }
}
