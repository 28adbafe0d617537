import { type Bed, isMonitored } from '../bed/bed.ts'

/** Silence of many beds of a facility at once: one notification of the facility instead of many (WA-5). */
export interface Outages {
  /** facilities whose beds are silent as one, and facilities that none of whose devices is heard */
  open(): Promise<ReadonlySet<string>>
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
  let open: ReadonlySet<string> | null = null
  const due: Bed[] = []
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
    const isAsOne = asOne(silent).length > theirs.length / 2
    if (waiting.length === 0 && isAsOne) continue
    open ??= await outages.open()
    const isOpen = open.has(clinicId)
    if (isAsOne) {
      if (!isOpen) await outages.begin(clinicId, Math.min(...asOne(silent).map(({ signal }) => signal!.since)))
      continue
    }
    if (isOpen && silent.length <= theirs.length / 2) await outages.end(clinicId)
    if (!isOpen || silent.length <= theirs.length / 2) due.push(...waiting)
  }
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
