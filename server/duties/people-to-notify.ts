import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { channelsOf, type PersonChannel, type Severity } from '@eupnea/contract/rules/channels.ts'
import type { Person } from './duties.sql.ts'

interface About {
  readonly clinic_id: string
  readonly kind: NotificationKind
  readonly severity: Severity
  /** of the resident; '': none that the facility has, which belongs to every duty */
  readonly floor: string
}

interface PersonToNotify {
  readonly user_id: string
  readonly email: string
  readonly phone: string | null
  readonly channels: readonly PersonChannel[]
}

const holds = ({ is_on_duty, duty_floors }: Person, { floor }: About): boolean =>
  is_on_duty && (duty_floors.length === 0 || !floor || duty_floors.includes(floor))

interface Way extends Pick<Person, 'phone' | 'has_push'> {
  readonly channels: readonly PersonChannel[]
}

/** Whether a way outside the page that they chose still works, if they chose any: the browser that took pushes may be gone. */
function isHeard({ channels, phone, has_push }: Way): boolean {
  const isLeft = { push: has_push, sms: phone !== null, mail: true }
  const chosen = channels.filter((channel) => channel in isLeft) as (keyof typeof isLeft)[]
  return chosen.length === 0 || chosen.some((channel) => isLeft[channel])
}

/**
 * Who is notified (AN-7): whoever has the floor. Everybody at the facility if nobody has it, if `isForAll`, or if whoever
 * has it can't be reached any more.
 * @param people of all facilities at hand, from `selectPeople`
 */
export function peopleToNotify(people: readonly Person[], about: About, isForAll: boolean): PersonToNotify[] {
  const here = people
    .filter(({ clinic_id }) => clinic_id === about.clinic_id)
    .map((person) => ({
      ...person,
      channels: channelsOf(person.choices, about.kind, about.severity, person.is_on_duty),
    }))
  const holders = here.filter((person) => holds(person, about))
  return isForAll || !holders.some(isHeard)
    ? here.filter(({ is_staff, is_on_duty }) => is_staff || is_on_duty)
    : holders
}
