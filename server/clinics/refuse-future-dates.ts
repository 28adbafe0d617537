import type { Fields } from '@eupnea/contract/field-kinds.ts'
import { fault } from '@eupnea/contract/rule-words.ts'
import { refusedInput } from '../platform/errors.ts'

/**
 * The fields themselves know no facility, and take any date that has begun somewhere on Earth.
 * @param tz the facility's zone
 * @throws 422 for a date of the past that hasn't begun there (RE-8)
 */
export function refuseFutureDates(fields: Fields, given: Readonly<Record<string, unknown>>, tz: string): void {
  const today = Temporal.Now.plainDateISO(tz).toString()
  const [first, ...others] = Object.entries(fields)
    .filter(([name, { kind }]) => kind === 'pastDate' && String(given[name] ?? '') > today)
    .map(([field]) => ({ field, ...fault('in_future') }))
  if (first) throw refusedInput([first, ...others])
}
