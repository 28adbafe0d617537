import { type Bed, isMonitored } from '../bed/bed.ts'

/** Silence of many beds of a facility at once: one notification of the facility instead of many (WA-5). */
export interface Outages {
  /** facilities whose beds fell silent as one, and facilities none of whose devices is heard */
  open(): Promise<{ readonly sensors: ReadonlySet<string>; readonly readings: ReadonlySet<string> }>
  begin(clinicId: string, since: number): Promise<void>
  end(clinicId: string): Promise<void>
  /** every bed was judged a moment ago */
  watched(): Promise<void>
}

interface Judged {
  readonly now: number
  readonly listeningSince: number
  /** silence after which staff are notified, ms */
  readonly quietMs: number
  readonly outages: Outages
}

const together = { leastBeds: 3, withinMs: 120_000, heldMs: 30_000 } as const

/**
 * Silent beds that staff are to be notified of now. Begins and ends outages of facilities on the way.
 * @param beds all of this portal
 */
export async function silentBeds(beds: readonly Bed[], judged: Judged): Promise<Bed[]> {
  const { now, listeningSince, quietMs, outages } = judged
  const watched = beds.filter((bed) => isMonitored(bed) && bed.signal?.state !== 'paused')
  const byClinic = Map.groupBy(watched, ({ place }) => place.clinicId!)
  const open = await outages.open()
  const due: Bed[] = []
  const groups = new Set<string>()
  for (const [clinicId, theirs] of byClinic) {
    const silent = theirs.filter(({ signal }) => signal?.state === 'silent')
    const isGroup = theirs.length >= together.leastBeds
    const heldMs = isGroup ? together.heldMs : 0
    const isDue = (bed: Bed) => now - Math.max(bed.signal!.since, listeningSince) >= quietMs + heldMs
    const waiting = silent.filter((bed) => !bed.technical.includes('silent') && isDue(bed))
    if (!isGroup) {
      due.push(...waiting)
      continue
    }
    groups.add(clinicId)
    const one = asOne(silent)
    const isAsOne = one.length >= together.leastBeds && one.length > theirs.length / 2
    const isMost = silent.length > theirs.length / 2
    const isOpen = open.sensors.has(clinicId)
    if (isOpen && !isMost) await outages.end(clinicId)
    if (isMost && open.readings.has(clinicId)) continue
    if (isAsOne && !isOpen && waiting.some((bed) => one.includes(bed)))
      await outages.begin(clinicId, Math.min(...one.map(({ signal }) => signal!.since)))
    // Beds that fell silent at another time get notifications of their own.
    due.push(...(isAsOne || (isOpen && isMost) ? waiting.filter((bed) => !one.includes(bed)) : waiting))
  }
  for (const clinicId of open.sensors) if (!groups.has(clinicId)) await outages.end(clinicId)
  return due
}

/** The most that fell silent within two minutes of each other. */
function asOne(silent: readonly Bed[]): readonly Bed[] {
  const sorted = silent.toSorted((a, b) => a.signal!.since - b.signal!.since)
  let most: readonly Bed[] = []
  for (const [at, first] of sorted.entries()) {
    const some = sorted.slice(at).filter(({ signal }) => signal!.since - first.signal!.since <= together.withinMs)
    if (some.length > most.length) most = some
  }
  return most
}
