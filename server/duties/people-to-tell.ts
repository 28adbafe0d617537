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

interface PersonToTell {
  readonly user_id: string
  readonly email: string
  readonly phone: string | null
  readonly channels: readonly PersonChannel[]
}

const holds = ({ is_on_duty, duty_floors }: Person, { floor }: About): boolean =>
  is_on_duty && (duty_floors.length === 0 || !floor || duty_floors.includes(floor))

/**
 * Who is told (AN-7): who has the floor. Everybody of the facility if nobody has it, or if it is said so.
 * @param people of all facilities that are told of, from `selectPeople`
 */
export function peopleToTell(people: readonly Person[], about: About, isForAll: boolean): PersonToTell[] {
  const here = people.filter(({ clinic_id }) => clinic_id === about.clinic_id)
  const holders = here.filter((person) => holds(person, about))
  const told =
    isForAll || holders.length === 0 ? here.filter(({ is_staff, is_on_duty }) => is_staff || is_on_duty) : holders
  return told.map(({ user_id, email, phone, choices, is_on_duty }) => ({
    user_id,
    email,
    phone,
    channels: channelsOf(choices, about.kind, about.severity, is_on_duty),
  }))
}
