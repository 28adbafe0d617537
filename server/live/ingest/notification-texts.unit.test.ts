import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import type { Raise } from '../bed/bed-event.ts'
import { textOf } from './notification-texts.ts'

const raised = (at: number): Raise => ({
  ...{ effect: 'raise', kind: 'silent', direction: null, severity: 'warning', at, rr: null, note: null, aheadMs: null },
})

it('says since when a sensor is silent, and for how long where the time could be taken for today’s [WA-5]', () => {
  const hour = 3_600_000
  const now = Date.UTC(2026, 4, 1, 20)
  const said = (lateMs: number) => textOf(raised(now - lateMs), { plan: defaultPlan, tz: 'UTC', lateMs }).description
  expect(said(hour)).toContain('since 19:00')
  expect(said(30 * 24 * hour)).toContain('for more than 720 h')
})
