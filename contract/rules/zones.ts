/** Time zones of the IANA list, by their current names. */

/** JavaScript engines still list these under an old name; data stored under it stays valid. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone's current name. */
export const presentZone = (zone: string): string => renamed[zone] ?? zone

const named = new Set(Intl.supportedValuesOf('timeZone').map(presentZone))
named.delete('UTC')

/** UTC first, then the others, sorted by their current names. */
export const zoneNames: readonly string[] = ['UTC', ...[...named].sort()]

const known = new Set([...zoneNames, ...Object.keys(renamed)])

/** Accepts current and old names, but no offsets or other spellings. */
export const isZone = (zone: string): boolean => known.has(zone)

/** By their spelling: most browsers know many under no more than one name, and Safari has no `Temporal`. */
const placeless = /^(GMT|Etc\/(UTC|UCT|Universal|Zulu|Greenwich|GMT(0|\+(\d|1[0-2])|-(\d|1[0-4]))?))$/

/** Also zones without a place, such as `Etc/UTC`, which machines are set to but nobody chooses. */
export const isListedZone = (zone: string): boolean => isZone(zone) || placeless.test(zone)

/** The old name, for people who know the zone by it. */
export const formerZones: ReadonlyMap<string, string> = new Map(
  Object.entries(renamed).map(([former, present]) => [present, former]),
)
