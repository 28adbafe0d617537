import { describe, expect, it, vi } from 'vitest'
import { timeZone } from '../fields.ts'
import { isListedZone, isZone, presentZone, zoneNames } from './zones.ts'

function isOnMachine(zone: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId === zone
  } catch {
    return false
  }
}

describe('time zones [FA-3]', () => {
  it('have the names of today, each once', () => {
    expect(zoneNames).toEqual(
      expect.arrayContaining([
        'UTC',
        'Asia/Kolkata',
        'Europe/Kyiv',
        'Asia/Ho_Chi_Minh',
        'Asia/Kathmandu',
        'Asia/Yangon',
      ]),
    )
    expect(zoneNames).not.toContain('Asia/Calcutta')
    expect(new Set(zoneNames).size).toBe(zoneNames.length)
    expect(new Set(zoneNames.map(presentZone)).size).toBe(zoneNames.length)
  })

  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'Europe/Berlin', 'UTC'])(
    'know %s',
    (zone) => {
      expect(timeZone.parse(zone)).toBe(zone)
    },
  )

  it.each(['Etc/UTC', 'Etc/GMT+5', 'GMT'])('take %s, which is no place, in Safari too', (zone) => {
    vi.stubGlobal('Temporal', undefined)
    expect(timeZone.parse(zone)).toBe(zone)
    vi.unstubAllGlobals()
  })

  it('of no place are those that the machine knows under the same name', () => {
    const spelt = ['UTC', 'UCT', 'Universal', 'Zulu', 'Greenwich', 'GMT', 'GMT0', 'Utc', 'Unknown', 'GMT00', 'GMT+00']
    for (let hours = 0; hours <= 15; hours++) spelt.push(`GMT+${hours}`, `GMT-${hours}`)
    for (const zone of ['GMT', 'Gmt', ...spelt.map((name) => `Etc/${name}`)])
      expect(isListedZone(zone), zone).toBe(isOnMachine(zone))
  })

  it.each(['+05:30', 'asia/kolkata', 'Etc/utc', 'Etc/GMT+99', 'utc', 'Z', 'IST', 'Mars/Olympus', '', 'constructor'])(
    'do not know %s',
    (zone) => {
      expect(isZone(zone)).toBe(false)
      expect(timeZone.safeParse(zone).success).toBe(false)
    },
  )

  it('are all known to the clock of this machine', () => {
    for (const zone of zoneNames) expect(() => Temporal.Now.zonedDateTimeISO(zone)).not.toThrow()
  })
})
