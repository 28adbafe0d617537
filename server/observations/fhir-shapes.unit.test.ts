import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { observationResource } from './fhir-shapes.ts'

const minute = Temporal.Instant.from('2026-03-01T03:12:00Z')
const observed = (avg_rr: number) => {
  const row = { resident_id: 'r', device_id: 'd', minute, avg_rr, late_at: null }
  const shape = observationResource(row, defaultPlan, 'http://portal.example/api/fhir')
  if (!('valueQuantity' in shape)) throw new Error('It has no value')
  return [shape.valueQuantity.value, shape.interpretation[0]!.coding[0]!.code]
}

it('interprets the value that it gives, as reports do, and not what was rounded away [PL-2] [EH-2]', () => {
  // Means of readings that are stored as float32, and of more digits than any sensor has.
  expect(observed(12.000000317891438)).toEqual([12, 'L'])
  expect(observed(12.004)).toEqual([12, 'L'])
  expect(observed(21.999999682108562)).toEqual([22, 'H'])
  expect(observed(8.000000158945719)).toEqual([8, 'LL'])
  expect(observed(30.004)).toEqual([30, 'H'])
  expect(observed(12.04)).toEqual([12.04, 'N'])
})
