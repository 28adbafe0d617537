/** Zones of the IANA list that the browser knows. */
export const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const known = new Set(zones)

export const isZone = (zone: string): boolean => known.has(zone)
