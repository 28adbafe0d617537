import { memberTypes } from '@eupnea/contract/members.ts'
import { Suspense } from 'react'
import { lazyPart } from '../shared/parts.ts'
import { UserProfilePage } from '../users/user-profile-page.tsx'

const MemberSection = lazyPart(async () => (await import('../members/member-section.tsx')).MemberSection)

/** A user's profile; for members, also whose nights they see and who sees theirs (ME-1, ME-2). */
export function UserPage() {
  return (
    <UserProfilePage
      sections={(user) =>
        memberTypes.some((type) => type === user.user_type) && (
          <Suspense>
            <MemberSection user_uid={user.id} />
          </Suspense>
        )
      }
    />
  )
}
