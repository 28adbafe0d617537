const formats = new Map<string, Intl.DateTimeFormat>()

// Swedish writes ISO dates.
const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

export interface LocalTime {
  /** `2026-05-01` */
  readonly day: string
  /** `21:30` */
  readonly time: string
}

/** Day and time in a zone. */
export function localTime(ms: number, tz: string): LocalTime {
  const format = formats.getOrInsertComputed(tz, formatIn)
  const [day, time] = format.format(ms).split(' ') as [string, string]
  return { day, time }
}
