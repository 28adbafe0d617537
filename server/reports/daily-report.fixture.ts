import { type DailyReport, readReport } from '@eupnea/contract/reports.ts'
import type { z } from 'zod'
import { house, instant, type Place, type Sensor, useHouse } from './history.fixture.ts'

/** Daily reports; tests also write present data, so the days are those around today. */

export const useDailyReports = (): void => useHouse({ first: '2026-03-20', last: '2026-04-10' })

export type Input = Omit<z.input<typeof readReport.input>, 'report'>

export const daily = async (input: Input): Promise<DailyReport> => {
  const answer = await house.admin.call(readReport, { report: 'daily', structure: 'out', ...input })
  if (!('info' in answer)) throw new Error('Not a daily report')
  return answer
}
export const refusedDaily = (input: Input) =>
  house.admin.refused(readReport, { report: 'daily', structure: 'out', ...input })

export interface Bed {
  readonly device: Sensor
  readonly patient_id: string
}

export const describeResident = (patient_id: string, values: Record<string, string | number>) =>
  house.http.owner.updateTable('residents').set(values).where('id', '=', patient_id).execute()

/** With one device since the beginning, unless stated otherwise. */
export async function bedIn(clinic: Place, room: string, floor = '1', since = '2026-03-20T00:00Z'): Promise<Bed> {
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await describeResident(patient_id, { room, floor })
  await house.lay(patient_id, device, instant(since))
  return { device, patient_id }
}
