import { defaultPlan, planAt } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { earlierPlansOf, type PlanVersion } from './earlier-plans.ts'

const own = (since: number, high: number | null): PlanVersion => ({
  ...defaultPlan,
  since,
  high,
  is_own: true,
  is_default: high === null,
})
const facilitys = (since: number, high: number): PlanVersion => ({ ...own(since, high), is_own: false })

it('says what held when: the product’s default, the facility’s, the resident’s, the facility’s again [PL-2] [PL-3]', () => {
  const versions = [facilitys(10, 23), own(20, 25), facilitys(30, 24), own(40, 26), own(50, null)]
  const place = { plan: { ...defaultPlan, high: 24 }, earlierPlans: earlierPlansOf(versions, 0) }
  const highAt = (ms: number) => planAt(place, ms).high
  expect([5, 10, 11, 20, 21, 30, 31, 41, 50, 51].map(highAt)).toEqual([22, 22, 23, 23, 25, 25, 25, 26, 26, 24])
})

it('forgets what nothing that still comes can be judged by, and versions that change no value [PL-3]', () => {
  expect(earlierPlansOf([facilitys(10, 23), own(20, 23), own(30, 25)], 15)).toEqual([
    { plan: { ...defaultPlan, high: 23 }, until: 30 },
  ])
})
