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
      text: 'Chesty cough, temp 38.1, sats 93% on air. GP called, visiting today. Sat up on two pillows.',
    },
    {
      room: '104',
      at: when(2, '21:12'),
      by: tom,
      text: 'Ate half his supper, tired. Dry cough. Drank 400 ml since tea.',
    },
    {
      room: '112',
      at: origin - 2 * hour,
      by: maya,
      text: 'Checked in person: comfortable, breathing normally. Sensor stuck on one number, reported to maintenance.',
    },
    {
      room: '207',
      at: origin - 21 * hour,
      by: grace,
      text: 'Going to her daughter’s. Two days of tablets packed and signed for.',
    },
    {
      room: '110',
      at: when(3, '03:25'),
      by: tom,
      text: 'Up and looking for his wife. Cup of tea, settled by 03:50. No fall.',
    },
    { room: '206', at: when(4, '11:20'), by: maya, text: 'Left heel red, not broken. Heel raised, check twice a day.' },
    {
      room: '111',
      at: when(6, '08:10'),
      by: grace,
      text: 'Hot and restless since 04:00, temp 38.4. Paracetamol 1 g at 06:30, 37.6 an hour later.',
    },
    { room: '202', at: when(7, '14:05'), by: tom, text: 'Bowels not open for three days. Laxative started today.' },
    {
      room: '102',
      at: when(9, '14:40'),
      by: maya,
      text: 'Dr Patel here. Resting rate of 10–11 is normal for him, limits stay at 9–20.',
    },
    { room: '108', at: when(10, '17:30'), by: grace, text: 'Son visited with the dog. Good mood, joined in at bingo.' },
    {
      room: '203',
      at: when(12, '22:05'),
      by: tom,
      text: 'Loud snoring on her back with pauses of about 10 s. Turned on her left side, quiet since.',
    },
    {
      room: '107',
      at: when(15, '10:30'),
      by: grace,
      text: 'New inhaler, two puffs morning and night. Uses it well with the spacer.',
    },
    {
      room: '210',
      at: when(17, '07:45'),
      by: maya,
      text: 'Weight 71.2 kg, up 1.4 in a week. Ankles puffy. Told Dr Patel.',
    },
    {
      room: '209',
      at: when(19, '16:00'),
      by: maya,
      text: 'Daughter wants a call at any hour if her mother falls. Number is in the front of the file.',
    },
    {
      room: '106',
      at: when(21, '20:15'),
      by: tom,
      text: 'Declined his shower again. Had a wash at the sink, skin intact.',
    },
    {
      room: '101',
      at: when(24, '09:15'),
      by: grace,
      text: 'Bed moved next to the window at her request. Sensor still straight above it.',
    },
    {
      room: '204',
      at: when(26, '12:50'),
      by: maya,
      text: 'Coughed on thin soup. Speech therapist asked to see him; thickened fluids until then.',
    },
    {
      room: '205',
      at: when(29, '20:45'),
      by: tom,
      text: 'Rate 11 while fast asleep. Woke easily, pink, chatty. No action.',
    },
  ]
  const flags: readonly StoryFlag[] = [
    { room: '104', at: when(1, '08:05'), by: grace, status: 2, text: 'Faster breathing two nights running, new cough' },
    { room: '111', at: when(6, '08:15'), by: grace, status: 3, text: 'Temp 38.4 overnight, urine sample sent' },
    { room: '203', at: when(12, '22:10'), by: tom, status: 2, text: 'Pauses in breathing while asleep' },
    { room: '203', at: when(11, '10:20'), by: grace, status: 3, text: 'Letter to the sleep clinic sent by Dr Patel' },
    { room: '203', at: when(8, '11:00'), by: maya, status: 5, text: 'Sleep clinic: mild, no treatment needed' },
    { room: '110', at: when(3, '03:30'), by: tom, status: 4, text: 'Up alone at night, unsteady. Falls risk' },
  ]
  const plans: readonly StoryPlan[] = [
    {
      ...{ room: '102', at: planned, by: maya, reviewIn: 25 },
      plan: { low: 9, high: 20, extreme_high: 28, extreme_low: 7 },
      reason: 'Slow breather when well, agreed with Dr Patel',
    },
    {
      ...{ room: '107', at: planned, by: maya, reviewIn: 6 },
      plan: { low: 14, high: 28, extreme_high: 34, extreme_low: 10 },
      reason: 'COPD, limits set by Dr Patel',
    },
    {
      ...{ room: '110', at: planned, by: tom, reviewIn: 60 },
      plan: { low: 12, high: 22, extreme_high: 30, extreme_low: 8 },
      out_of_bed: { minutes: 35, from: '23:30', until: '04:30' },
      reason: 'Gets up alone at night',
    },
  ]
  return {
    // Given when they came; two rooms are still to be asked.
    consents: { by: grace, missingIn: ['106', '211'] },
    notes,
    flags,
    plans,
    leave: { room: '207', by: grace, reason: 'Staying with her daughter', ...leaveOf(origin) },
  }
}

/** Room of the resident who is also the demonstration's member. */
export const memberRoom = '108'
