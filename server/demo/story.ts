import type { Spell } from '@eupnea/sensors/simulator/resident.ts'

/**
 * What happened in the demonstration facility, told from the moment it was made: what sensors measured of it, and what
 * staff wrote. The same at each start, because everything follows from that moment.
 */

/** Days that the story goes back: a shorter past has none. */
export const storyDays = 30

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Zone of the facility. */
export const demoZone = 'Europe/London'

/** An instant on a day of the facility. @param ago days before the one of `origin`; `time` is `HH:MM` */
export function at(origin: number, ago: number, time: string): number {
  const date = Temporal.Instant.fromEpochMilliseconds(origin).toZonedDateTimeISO(demoZone).toPlainDate()
  return date.subtract({ days: ago }).toZonedDateTime({ timeZone: demoZone, plainTime: time }).epochMilliseconds
}

/** By room, in order and apart. */
export function spellsOf(room: string, origin: number): readonly Spell[] {
  const nights = (ago: number): readonly Spell[] => [
    { kind: 'rate', rate: 20.2, from: at(origin, ago, '22:10'), to: at(origin, ago - 1, '01:40') },
    { kind: 'rate', rate: 24.4, from: at(origin, ago - 1, '01:40'), to: at(origin, ago - 1, '02:50') },
    { kind: 'rate', rate: 20.4, from: at(origin, ago - 1, '02:50'), to: at(origin, ago - 1, '05:40') },
  ]
  const spells: Record<string, readonly Spell[]> = {
    // An infection that began two nights ago, and is at its worst now.
    '104': [
      ...[3, 2].flatMap(nights).filter(({ to }) => to < origin - 4 * hour),
      { kind: 'rate', rate: 25, from: origin - 75 * minute, to: origin + 150 * minute },
    ],
    // A sensor that has repeated itself for hours.
    '112': [{ kind: 'stuck', from: origin - 5 * hour, to: origin + 20 * hour }],
    // At her daughter's.
    '207': [{ kind: 'out', ...leaveOf(origin) }],
  }
  return spells[room] ?? []
}

/** Of room 207. */
export const leaveOf = (origin: number) => ({ from: origin - 20 * hour, to: origin + 22 * hour })

interface Written {
  readonly room: string
  /** ms since the epoch */
  readonly at: number
  readonly by: string
}

interface StoryNote extends Written {
  readonly text: string
}

interface StoryFlag extends Written {
  readonly status: 2 | 3 | 4 | 5
  readonly text: string
}

interface StoryPlan extends Written {
  readonly plan: {
    readonly low: number
    readonly high: number
    readonly extreme_high: number
    readonly extreme_low: number | null
  }
  readonly out_of_bed?: { readonly minutes: number; readonly from: string; readonly until: string }
  readonly reason: string
  /** days after the facility was made */
  readonly reviewIn: number
}

export const staff = ['Maya Hughes', 'Tom Reilly', 'Grace Okafor'] as const
const [maya, tom, grace] = staff

export function storyOf(origin: number) {
  const when = (ago: number, time: string) => Math.min(at(origin, ago, time), origin - 20 * minute)
  // Before any past, so that all of it is judged by them.
  const planned = origin - 100 * day
  const notes: readonly StoryNote[] = [
    {
      room: '104',
      at: origin - 30 * minute,
      by: maya,
      text: 'Cough since the afternoon, temperature 38.1. Doctor called.',
    },
    { room: '104', at: when(2, '21:12'), by: tom, text: 'Tired at supper, coughs a little. Fluids offered.' },
    {
      room: '112',
      at: origin - 2 * hour,
      by: maya,
      text: 'Seen in bed, breathing calmly. Sensor shows the same number for hours; maintenance informed.',
    },
    { room: '207', at: origin - 21 * hour, by: grace, text: 'Picked up by her daughter, back tomorrow evening.' },
    { room: '110', at: when(3, '03:25'), by: tom, text: 'Found in the corridor, walked back to bed together.' },
    { room: '111', at: when(6, '08:10'), by: grace, text: 'Slept badly, warm. Paracetamol given at 06:30.' },
    {
      room: '102',
      at: when(9, '14:40'),
      by: maya,
      text: 'Dr Patel visited: slow breathing is usual for him, limits kept.',
    },
    {
      room: '203',
      at: when(12, '22:05'),
      by: tom,
      text: 'Snores and pauses briefly when lying on his back. Settled on his side.',
    },
    { room: '107', at: when(15, '10:30'), by: grace, text: 'Inhaler changed, to be watched for two weeks.' },
    {
      room: '209',
      at: when(19, '16:00'),
      by: maya,
      text: 'Daughter asks to be phoned if he is out of bed at night for long.',
    },
    { room: '101', at: when(24, '09:15'), by: grace, text: 'Prefers the bed by the window, moved in the morning.' },
    { room: '205', at: when(29, '20:45'), by: tom, text: 'Low rate during deep sleep, woken, well.' },
  ]
  const flags: readonly StoryFlag[] = [
    { room: '104', at: when(1, '08:05'), by: grace, status: 2, text: 'Breathing faster than usual for two nights' },
    { room: '111', at: when(6, '08:15'), by: grace, status: 3, text: 'Fever in the night, doctor looks at it' },
    { room: '203', at: when(12, '22:10'), by: tom, status: 2, text: 'Pauses in sleep' },
    { room: '203', at: when(8, '11:00'), by: maya, status: 5, text: 'Sleep clinic: no treatment needed' },
    { room: '110', at: when(3, '03:30'), by: tom, status: 4, text: 'Wanders at night, fall risk' },
  ]
  const plans: readonly StoryPlan[] = [
    {
      ...{ room: '102', at: planned, by: maya, reviewIn: 25 },
      plan: { low: 9, high: 20, extreme_high: 28, extreme_low: 7 },
      reason: 'Breathes slowly when well; Dr Patel',
    },
    {
      ...{ room: '107', at: planned, by: maya, reviewIn: 6 },
      plan: { low: 14, high: 28, extreme_high: 34, extreme_low: 10 },
      reason: 'COPD; Dr Patel',
    },
    {
      ...{ room: '110', at: planned, by: tom, reviewIn: 60 },
      plan: { low: 12, high: 22, extreme_high: 30, extreme_low: 8 },
      out_of_bed: { minutes: 35, from: '23:30', until: '04:30' },
      reason: 'Wanders at night',
    },
  ]
  return { notes, flags, plans, leave: { room: '207', by: grace, reason: 'At her daughter’s', ...leaveOf(origin) } }
}

/** Room of the resident who is also the demonstration's member. */
export const memberRoom = '108'
