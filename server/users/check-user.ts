import { brokenRules } from '@eupnea/contract/field-kinds.ts'
import { userRules } from '@eupnea/contract/users.fields.ts'
import { refusedInput } from '../platform/errors.ts'

/**
 * @param user as it would then be
 * @param changed names of the fields that differ from before
 * @throws 422 for the first rule that it breaks, such as codes without a phone number
 */
export function checkUser(user: Parameters<(typeof userRules)[number]['isKept']>[0], changed: readonly string[]): void {
  const [broken] = brokenRules(userRules, user, changed)
  if (broken) throw refusedInput([{ field: broken.field, ...broken.fault }])
}
