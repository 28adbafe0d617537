const formats = new Map<string, Intl.DateTimeFormat>()

// Swedish writes ISO dates.
const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** Day (`2026-05-01`) and time (`21:30`) in a zone. */
export function localTime(ms: number, tz: string): { readonly day: string; readonly time: string } {
  const format = formats.getOrInsertComputed(tz, formatIn)
  const [day, time] = format.format(ms).split(' ') as [string, string]
  return { day, time }
}
