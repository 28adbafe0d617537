import { adminFeatureGroup } from '@eupnea/contract/access.ts'
import type { User } from '@eupnea/contract/users.ts'

export const hasAdminFeature = ({ groups }: Pick<User, 'groups'>): boolean => groups.includes(adminFeatureGroup)

/** A user as the fields of the contract have it. */
export const recordOf = (user: User) => ({ ...user, is_admin_feature: hasAdminFeature(user) })
