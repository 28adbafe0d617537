import type { Range } from './random.ts'

/** How a simulated resident differs from the others. Rates in breaths per minute. */
export interface Profile {
  /** the resident's rate in light sleep is drawn from here */
  readonly baseline: Range
  /** no rate outside of it but in bouts */
  readonly bounds: Range
  /** how far sleep stages and chance move the rate; 1 is usual */
  readonly liveliness: number
  /** how often the resident turns over; 1 is usual */
  readonly restlessness: number
  /** never: bedridden; usual: meals, bathroom; walker: hardly in bed but for a rest in this half of each hour */
  readonly leaves: 'never' | 'usual' | { readonly restsInHalf: 0 | 1 }
  /** spells of fast breathing: minutes from one to the next, minutes each, rate reached */
  readonly bouts?: { readonly every: Range; readonly lasts: Range; readonly rate: Range }
  /** pauses of breathing in sleep: how many an hour, seconds each */
  readonly pauses?: { readonly perHour: number; readonly lasts: Range }
  /** breathing that swells, fades and pauses in sleep (Cheyne–Stokes): seconds of a cycle and of its pause */
  readonly waxing?: { readonly cycle: Range; readonly pause: Range }
  /** the sensor is cut off: minutes from one loss to the next, minutes each */
  readonly losses?: { readonly every: Range; readonly lasts: Range }
}

const usual = {
  baseline: [13.3, 18.6],
  bounds: [12.6, 21.4],
  liveliness: 1,
  restlessness: 1,
  leaves: 'usual',
} as const satisfies Profile

export const profiles = {
  steady: usual,
  slow: { ...usual, baseline: [10.9, 11.3], bounds: [9.6, 11.8], liveliness: 0.4, restlessness: 0.5, leaves: 'never' },
  fast: {
    ...usual,
    baseline: [23.8, 24.6],
    bounds: [22.6, 27],
    liveliness: 0.6,
    leaves: 'never',
    bouts: { every: [55, 100], lasts: [13, 18], rate: [32, 33.5] },
  },
  feverish: {
    ...usual,
    baseline: [18.5, 20],
    liveliness: 0.7,
    leaves: 'never',
    bouts: { every: [120, 260], lasts: [14, 26], rate: [23.5, 26.5] },
  },
  'walker-early': { ...usual, leaves: { restsInHalf: 0 } },
  'walker-late': { ...usual, leaves: { restsInHalf: 1 } },
  patchy: { ...usual, losses: { every: [9, 16], lasts: [2, 3.5] } },
  cheyneStokes: { ...usual, baseline: [17, 18.5], waxing: { cycle: [55, 75], pause: [12, 18] } },
  apnoeic: { ...usual, baseline: [12.5, 14], pauses: { perHour: 10, lasts: [10, 20] } },
  restless: { ...usual, baseline: [16, 19.5], liveliness: 1.4, restlessness: 3 },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(profiles, name)

const order: readonly ProfileName[] = [
  'steady',
  'slow',
  'steady',
  'fast',
  'walker-early',
  'patchy',
  'steady',
  'cheyneStokes',
  'steady',
  'walker-late',
  'feverish',
  'steady',
  'restless',
  'steady',
  'apnoeic',
  'patchy',
]

/** The profile of the n-th sensor when the job names none: every state soon to be seen, most residents as usual. */
export const profileOf = (index: number): ProfileName => order[index] ?? 'steady'
