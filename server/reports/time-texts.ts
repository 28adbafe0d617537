/**
 * Formats instants as reports do, `MM/DD/YYYY HH:mm:ss` in a zone (specification section 9). Fast for consecutive
 * instants: the part up to the minute is cached.
 * @param zone IANA
 */
export function timeTexts(zone: string): (ms: number) => string {
  let minute = Number.NaN
  let text = ''
  const two = (value: number) => String(value).padStart(2, '0')
  return (ms) => {
    const current = Math.floor(ms / 60_000)
    if (current !== minute) {
      const at = Temporal.Instant.fromEpochMilliseconds(current * 60_000).toZonedDateTimeISO(zone)
      text = `${two(at.month)}/${two(at.day)}/${at.year} ${two(at.hour)}:${two(at.minute)}:`
      minute = current
    }
    return text + two(Math.floor(ms / 1_000) - current * 60)
  }
}
