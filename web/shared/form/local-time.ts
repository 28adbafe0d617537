/** Times that people type, in the zone of their browser. */

/** IANA name of the browser's zone: `Europe/London`. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * @param local as a datetime-local field gives it: `2026-11-20T03:12`
 * @returns ISO 8601 in UTC; undefined when nothing or half a date was typed
 */
export function instantOfLocal(local: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return undefined
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
