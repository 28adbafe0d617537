import type { MonitoringOutage } from '@eupnea/contract/notifications.ts'
import { expect, it } from 'vitest'
import { barsOf } from './monitoring-bar.tsx'

const outages = (...causes: MonitoringOutage['cause'][]) => causes.map((cause) => ({ cause }))

it('one bar tells of sensors that aren’t heard, also when all are silent; other causes have their own [WA-5]', () => {
  expect(barsOf(outages('sensors', 'readings', 'jobs'))).toEqual(outages('readings', 'jobs'))
  expect(barsOf(outages('sensors', 'jobs'))).toEqual(outages('sensors', 'jobs'))
})
