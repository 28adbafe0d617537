import { expect, it } from 'vitest'
import { staysOf } from './fhir-places.ts'

const stayFrom = (start: string) => {
  const encounter = { resourceType: 'Encounter', status: 'in-progress', subject: { reference: 'Patient/a' } }
  return staysOf('America/New_York', null, [{ ...encounter, period: { start } }])(['a'])
}

it('reads the day of an admission where the facility is, and of any text in no time [EH-2]', () => {
  expect(stayFrom('2026-03-02T03:30:00Z').admitted).toBe('2026-03-01')
  expect(stayFrom('2026-03-02T03:30:00+02:00').admitted).toBe('2026-03-01')
  expect(stayFrom('2026-03-02').admitted).toBe('2026-03-02')
  expect(stayFrom('2026-03-02T03:30').admitted).toBe('2026-03-02')
  // A search that looks behind each of these letters would keep the portal from everything else.
  expect(stayFrom(`2026-03-02${'T'.repeat(200_000)}`)).toEqual({ isStaying: true, admitted: '2026-03-02' })
  expect(stayFrom('T'.repeat(200_000))).toEqual({ isStaying: true })
})
