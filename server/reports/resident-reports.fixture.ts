import type { CallArguments } from '@eupnea/contract/call.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { house, instant, type Place, type Sensor, useHouse } from './history.fixture.ts'

/** Reports of residents with a past of seven weeks. */

export const useResidentReports = (): void => useHouse({ first: '2026-02-20', last: '2026-04-10' })

type Input = CallArguments<typeof readReport>

export const read = (input: Input) => house.admin.call(readReport, input)
export const patient = async (input: Omit<Input, 'report'>) => {
  const answer = await read({ report: 'patient', ...input })
  if (!('type' in answer)) throw new Error('Not the report of a resident')
  return answer
}
export const minutely = async (input: Omit<Input, 'report'>) => {
  const answer = await read({ report: 'minutely', ...input })
  if (!('pagination' in answer) || !('tz' in answer)) throw new Error('Not the minutes')
  return answer
}

/** A resident of a clinic in the zone, with one device since the beginning. */
export const bedIn = async (tz: string): Promise<{ clinic: Place; device: Sensor; patient_id: string }> => {
  const clinic = await house.createClinic(tz)
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await house.lay(patient_id, device, instant('2026-02-20T00:00Z'))
  return { clinic, device, patient_id }
}

export const usualLimits = { limits: limitsOf(defaultPlan), limits_are_own: false }
export const none = { rr_avg: null, rr_min: null, rr_max: null, time_in_bed: 0, minutes: 0 }
