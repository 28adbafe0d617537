import { nameFields } from '@eupnea/contract/resident-name.ts'
import type { listRooms as declaration, Resident, RoomPlace } from '@eupnea/contract/residents.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { type RoomRow, selectRooms } from './directory.sql.ts'

/** The directory of rooms and devices of a clinic (RE-1). @throws 404 for a clinic out of scope */
export const listRooms: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, floors } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectRooms(ctx, { ...input, floor: oneFloor(input.floor), floors }, pageOf(input))
  await recordAudit(ctx, {
    act: 'resident.list-rooms',
    clinic_id: id,
    detail: { page: input.page, shown: rows.length },
  })
  return {
    items: rows.map(placeOf),
    pagination: paginationOf(input, total),
  }
}

function placeOf(row: RoomRow): RoomPlace {
  return {
    floor: row.floor,
    room: row.room,
    resident:
      row.patient_id === null
        ? null
        : {
            patient_id: row.patient_id,
            ...namesOfRow(row),
            flaggedResidentNotes: { status: row.flag_status as Resident['flaggedResidentNotes']['status'] },
          },
    device:
      row.device_id === null
        ? null
        : {
            device_id: row.device_id,
            device_name: row.device_name ?? '',
            device_conn_status: row.online ? 1 : 0,
            device_tz: row.device_tz ?? 'UTC',
            last_seen: row.last_seen?.toString() ?? null,
          },
  }
}

type Names = Pick<RoomRow, (typeof nameFields)[number]>

const namesOfRow = (row: RoomRow) => Object.fromEntries(nameFields.map((name) => [name, row[name]])) as Names
