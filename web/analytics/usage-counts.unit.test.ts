import { expect, it } from 'vitest'
import { lastDays, shortCount, viewsPerDay, viewsPerPage } from './usage-counts.ts'

const item = (day: string, route: string, role: string, count: number, name = 'page_view') => ({
  day,
  name,
  route,
  role,
  count,
})
const items = [
  item('2026-11-19', '/dashboard', 'Superadmin', 3),
  item('2026-11-20', '/dashboard', 'Superadmin', 4),
  item('2026-11-20', '/clinic/profile', 'Clinic', 20),
  item('2026-11-20', '/clinic/profile', 'Provider', 1),
  item('2026-11-20', '/clinic/profile', 'Clinic', 99, 'theme_change'),
]

it('counts the page views of each day, also of days without any [AP-4]', () => {
  const days = lastDays('2026-11-20', 3)
  expect(days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  expect(viewsPerDay(items, days)).toEqual([0, 3, 25])
})

it('reaches over the end of a month and a leap day', () => {
  expect(lastDays('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

it('counts pages by role, the most seen first [AP-4]', () => {
  expect(viewsPerPage(items)).toEqual([
    { route: '/clinic/profile', total: 21, byRole: { Clinic: 20, Provider: 1 } },
    { route: '/dashboard', total: 7, byRole: { Superadmin: 7 } },
  ])
})

it('shortens counts', () => {
  expect([0, 999, 1_000, 1_234, 9_960, 12_345].map(shortCount)).toEqual(['0', '999', '1.0k', '1.2k', '10k', '12k'])
})
