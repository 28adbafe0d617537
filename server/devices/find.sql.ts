import type { Ctx } from '../platform/context.ts'
import { naturally } from '../platform/natural-order.ts'
import { beginsWith, hasWords } from '../platform/text-search.ts'

/** Search from everywhere (EA-1); tables devices and device_assignments, and the view resident_places. */

/** The first active ones whose name or sensor ID has all the words, with whom they are linked to. */
export const findDevices = ({ db }: Ctx, words: readonly string[], limit: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_assignments as link', (join) =>
      join.onRef('link.device_id', '=', 'devices.id').on('link.until', 'is', null),
    )
    .leftJoin('resident_places as place', 'place.resident_id', 'link.resident_id')
    .where('devices.inventory_status', '=', 'active')
    .where(hasWords(words, 'devices.name', 'devices.uid'))
    .select(({ fn, val }) => [
      'devices.id as device_id',
      'devices.uid as device_uid',
      'devices.name as device_name',
      'devices.clinic_id',
      'place.resident_id as patient_id',
      fn.coalesce('place.room', val('')).as('room'),
    ])
    .orderBy(beginsWith(words, 'devices.name', 'devices.uid'), 'desc')
    .orderBy(naturally('devices.name'))
    .orderBy('devices.id')
    .limit(limit)
    .execute()
