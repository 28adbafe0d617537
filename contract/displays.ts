import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { displayFields, newDisplayFields } from './displays.fields.ts'
import { id, inputOf, instant, listOf, noAnswer, outputOf, paging } from './fields.ts'
import { notificationStates } from './notifications.ts'
import { nameFields } from './resident-name.ts'
import { resident, residentDevice } from './residents.ts'
import { codeLetters, codeOf } from './rules/display-code.ts'

/**
 * Displays: screens on a wall that read one facility, or one floor of it, and nothing else (DI-1). The display's own
 * calls take its token as `Authorization: Bearer …`; so does the live connection (`type=clinic`), as `token`.
 */

const display = z.object({
  display_id: z.string(),
  clinic_id: z.string(),
  ...outputOf(displayFields),
  /** name of who made the code */
  enrolled_by: z.string(),
  enrolled_at: instant,
  /** when it last read its residents; null: not yet */
  seen_at: instant.nullable(),
})
export type Display = z.output<typeof display>

export const createDisplay = call({
  name: 'createDisplay',
  method: 'POST',
  path: '/displays',
  access: access.staff,
  fresh: true,
  summary: m.display_create_call(),
  input: z.object({ clinic_id: id, ...inputOf(newDisplayFields) }),
  output: z.object({
    display_id: z.string(),
    /** 8 letters and digits, to be typed on the display, once */
    code: z.string(),
    expires_at: instant,
  }),
})

export const enrolDisplay = call({
  name: 'enrolDisplay',
  method: 'POST',
  path: '/displays/enrol',
  access: access.public,
  summary: m.display_enrol_call(),
  input: z.object({
    /** in any case; spaces and hyphens don't count */
    code: z
      .string()
      .max(64)
      .transform(codeOf)
      .pipe(z.string().regex(new RegExp(`^[${codeLetters}]{8}$`), m.display_code_invalid())),
  }),
  output: z.object({
    /** until the display is revoked; shown only here */
    token: z.string(),
  }),
})

export const listDisplays = call({
  name: 'listDisplays',
  method: 'GET',
  path: '/displays',
  access: access.staff,
  summary: m.display_list_call(),
  input: z.object({ clinic_id: id, ...paging }),
  output: listOf(display),
})

export const updateDisplay = call({
  name: 'updateDisplay',
  method: 'PUT',
  path: '/displays/{display_id}',
  access: access.clinicAdmins,
  summary: m.display_update_call(),
  input: z.object({ display_id: id, ...inputOf(displayFields) }),
  output: display,
})

export const revokeDisplay = call({
  name: 'revokeDisplay',
  method: 'DELETE',
  path: '/displays/{display_id}',
  access: access.staff,
  summary: m.display_revoke_call(),
  input: z.object({ display_id: id }),
  output: noAnswer,
})

/** A resident in care, as a wall shows them. */
const wallResident = resident
  .pick({ patient_id: true, room: true, floor: true, flaggedResidentNotes: true, plan: true })
  .extend({
    /** `first_name` is initials and the others are empty, unless the display shows names */
    ...resident.pick(
      Object.fromEntries(nameFields.map((name) => [name, true])) as Record<(typeof nameFields)[number], true>,
    ).shape,
    device: residentDevice.pick({ device_id: true, device_tz: true }).nullable(),
    /** the notification that needs somebody most, if any: how it stands, and not who took it on (AN-6) */
    notice: z
      .object({
        state: z.enum(notificationStates).exclude(['ended']),
        severity: z.enum(['warning', 'danger']),
        acknowledged: z.object({ at: instant }).nullable(),
        snoozed: z.object({ until: instant }).nullable(),
      })
      .nullable(),
  })
export type WallResident = z.output<typeof wallResident>

export const readWall = call({
  name: 'readWall',
  method: 'GET',
  path: '/displays/wall',
  access: access.display,
  summary: m.display_read_wall_call(),
  input: z.object({}),
  output: z.object({
    clinic: z.object({ id: z.string(), name: z.string(), tz: z.string(), locale: z.string() }),
    /** null: the whole facility */
    floor: z.string().nullable(),
    /** the facility no longer has the floor; residents whose record names it are shown all the same */
    is_floor_gone: z.boolean(),
    /** the facility's limits, so that a card says whose are the resident's own (PL-2) */
    plan: resident.shape.plan,
    residents: z.array(wallResident),
    /** open notifications, of the facility's monitoring too; another key when one asks again */
    asking: z.array(z.object({ key: z.string(), severity: z.enum(['warning', 'danger']) })),
  }),
})

export const displayCalls = [createDisplay, enrolDisplay, listDisplays, updateDisplay, revokeDisplay, readWall]
