import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { countEpisodes } from './count-episodes.ts'

it('judges the ten minutes that end with each, and none before them [PL-1] [AL-2]', () => {
  const at = (minute: number, avg: number) => ({ at: minute * minuteMs, avg })
  const after = (first: number) => [at(0, 60), ...[0, 1, 2, 3].map((more) => at(first + more, 20))]
  expect([countEpisodes(after(6), defaultPlan), countEpisodes(after(7), defaultPlan)]).toEqual([1, 0])
})
