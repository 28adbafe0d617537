import type { readUsage } from '@eupnea/contract/analytics.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import { pageFormats } from '@eupnea/texts/locale.ts'

/** Adds up usage for the page. */

export type UsageItem = CallOutput<typeof readUsage>['items'][number]

/** The calendar days up to and including `until`, oldest first. @param until `2026-11-20` */
export function lastDays(until: string, count: number): string[] {
  const end = Date.parse(`${until}T00:00:00Z`)
  return Array.from({ length: count }, (_, at) =>
    new Date(end - (count - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  )
}

/** Page views of each of the days; 0 where nothing was counted. */
export function viewsPerDay(items: readonly UsageItem[], days: readonly string[]): number[] {
  const counts = new Map<string, number>()
  for (const { day, name, count } of items) if (name === 'page_view') counts.set(day, (counts.get(day) ?? 0) + count)
  return days.map((day) => counts.get(day) ?? 0)
}

export interface PageUsage {
  readonly route: string
  readonly total: number
  readonly byRole: Readonly<Record<string, number>>
}

/** Page views of each page by role, most viewed first. */
export function viewsPerPage(items: readonly UsageItem[]): PageUsage[] {
  const pages = new Map<string, Record<string, number>>()
  for (const { name, route, role, count } of items) {
    if (name !== 'page_view') continue
    const byRole = pages.get(route) ?? {}
    byRole[role] = (byRole[role] ?? 0) + count
    pages.set(route, byRole)
  }
  return [...pages]
    .map(([route, byRole]) => ({ route, byRole, total: Object.values(byRole).reduce((sum, count) => sum + count, 0) }))
    .sort((a, b) => b.total - a.total || a.route.localeCompare(b.route))
}

/** `987`, `1.2k`, `34k`: as much as fits above a bar. */
export function shortCount(count: number): string {
  if (count < 1_000) return String(count)
  const thousands = count / 1_000
  return thousands < 9.95 ? `${pageFormats().decimal(thousands)}k` : `${Math.round(thousands)}k`
}
