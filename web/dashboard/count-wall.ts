import { type DeviceSlice, isUnheard, shownFinding } from '../shared/live/device-slice.ts'
import { signalViewOf } from '../shared/signal-view.ts'
import { type CardResident, isDangerLeft } from './card-order.ts'

/** What a wall says of all its residents; `heard`: of whom it knows anything. */
type WallCount = 'danger' | 'warning' | 'sensor' | 'inBed' | 'all' | 'heard'

/** @param at ms by the portal's clock */
export function countWall(
  residents: readonly CardResident[],
  sliceOf: (resident: CardResident) => DeviceSlice | undefined,
  at: number,
): Record<WallCount, number> {
  const counts = { danger: 0, warning: 0, sensor: 0, inBed: 0, all: residents.length, heard: 0 }
  for (const resident of residents) {
    const slice = sliceOf(resident)
    if (slice || !resident.device) counts.heard++
    if (!slice) continue
    const signal = signalViewOf(slice.signal)
    const finding = slice.status === 1 ? shownFinding(slice, at) : null
    const isBreathless = signal?.state === 'no_breathing'
    const isDanger = finding?.severity === 'danger' || (isBreathless && signal.tone === 'danger')
    if (isDanger || isDangerLeft(resident, signal)) counts.danger++
    else if (finding || slice.alert10min || isBreathless) counts.warning++
    if (signal ? !isBreathless && signal.state !== 'paused' : slice.status === 0) counts.sensor++
    const isKnown = (!signal || signal.state === 'no_breathing') && !isUnheard(slice, at)
    if (isKnown && slice.presence === 'in') counts.inBed++
  }
  return counts
}
