import type { Range } from './random.ts'

/** What happens now and then: how often a day, and how long, minutes. */
export interface Occasions {
  readonly perDay: number
  readonly lasts: Range
}

/** How a simulated resident differs from the others. Rates in breaths per minute. */
export interface Profile {
  /** range from which the resident's rate in light sleep is drawn */
  readonly baseline: Range
  /** limits of the rate, except in spells */
  readonly bounds: Range
  /** how much sleep stages and chance change the rate; 1 is normal */
  readonly liveliness: number
  /** how often the resident turns over; 1 is normal */
  readonly restlessness: number
  /**
   * usual: up by day but for a rest; frail: rests through much of the day; bedbound: up twice a day for less than an hour;
   * wanderer: short nights, often up
   */
  readonly habit: 'usual' | 'frail' | 'bedbound' | 'wanderer'
  /** spells of faster or slower breathing at night, and the rate that they reach */
  readonly bouts?: Occasions & { readonly rate: Range }
  /** pauses of breathing in sleep: number per hour, seconds each */
  readonly pauses?: { readonly perHour: number; readonly lasts: Range }
  /** breathing that swells, fades and pauses in sleep (Cheyne–Stokes): seconds per cycle and per pause */
  readonly waxing?: { readonly cycle: Range; readonly pause: Range }
  /** connection losses */
  readonly losses?: Occasions
}

const usual = {
  baseline: [13.8, 18.6],
  bounds: [12.8, 21],
  liveliness: 1,
  restlessness: 1,
  habit: 'usual',
} as const satisfies Profile

export const profiles = {
  steady: { ...usual, bouts: { perDay: 0.06, lasts: [16, 30], rate: [10.4, 11.4] } },
  frail: { ...usual, habit: 'frail', bouts: { perDay: 0.1, lasts: [16, 34], rate: [10, 11.4] } },
  slow: {
    ...usual,
    baseline: [10.9, 11.3],
    bounds: [9.9, 11.8],
    liveliness: 0.4,
    restlessness: 0.5,
    habit: 'bedbound',
    bouts: { perDay: 0.12, lasts: [16, 26], rate: [8.2, 8.7] },
  },
  fast: {
    ...usual,
    baseline: [23.8, 24.6],
    bounds: [22.6, 27],
    liveliness: 0.6,
    habit: 'bedbound',
    bouts: { perDay: 0.2, lasts: [20, 45], rate: [29.5, 31.5] },
  },
  feverish: {
    ...usual,
    baseline: [17.6, 18.6],
    liveliness: 0.7,
    habit: 'bedbound',
    bouts: { perDay: 0.25, lasts: [20, 50], rate: [23.5, 26.5] },
  },
  wanderer: { ...usual, habit: 'wanderer' },
  patchy: { ...usual, losses: { perDay: 1.5, lasts: [2, 25] } },
  cheyneStokes: { ...usual, baseline: [17.6, 18.6], waxing: { cycle: [60, 78], pause: [9, 12] } },
  apnoeic: { ...usual, baseline: [15, 16.5], pauses: { perHour: 10, lasts: [10, 20] } },
  restless: { ...usual, baseline: [16, 18.6], liveliness: 1.2, restlessness: 3 },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name)

const order: readonly ProfileName[] = [
  'steady',
  'slow',
  'frail',
  'steady',
  'frail',
  'patchy',
  'fast',
  'cheyneStokes',
  'frail',
  'wanderer',
  'feverish',
  'steady',
  'restless',
  'frail',
  'apnoeic',
  'patchy',
]

/** The n-th sensor's profile if the job names none: most residents are normal, up by day or frail. */
export const profileOf = (index: number): ProfileName => order[index] ?? (index % 2 ? 'frail' : 'steady')
