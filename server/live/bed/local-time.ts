const formats = new Map<string, Intl.DateTimeFormat>()

/** Day (`2026-05-01`) and time (`21:30`) in a zone. */
export function localTime(ms: number, tz: string): { readonly day: string; readonly time: string } {
  let format = formats.get(tz)
  if (!format) {
    // Swedish writes ISO dates.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short', timeStyle: 'short' })
    formats.set(tz, format)
  }
  const [day, time] = format.format(ms).split(' ') as [string, string]
  return { day, time }
}
