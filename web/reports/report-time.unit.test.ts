import { expect, it } from 'vitest'
import { daysText, reportTime } from './report-time.ts'

it('writes times as MM/DD/YYYY HH:mm:ss in the zone of the facility [RP-6]', () => {
  const at = Date.parse('2026-03-29T00:59:59Z')
  expect(reportTime('Europe/London')(at)).toBe('03/29/2026 00:59:59')
  expect(reportTime('Europe/London')(at + 1_000)).toBe('03/29/2026 02:00:00')
  expect(reportTime('America/New_York')(at)).toBe('03/28/2026 20:59:59')
})

it('writes days and spans of days [RP-6]', () => {
  expect(daysText('2026-03-09', '2026-03-09')).toBe('03/09/2026')
  expect(daysText('2026-03-09', '2026-03-15')).toBe('03/09/2026 to 03/15/2026')
})
