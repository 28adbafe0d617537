import type { Range } from './random.ts'

/** How a simulated resident differs from the others. Rates in breaths per minute. */
export interface Profile {
  /** range from which the resident's rate in light sleep is drawn */
  readonly baseline: Range
  /** limits of the rate, except in fast spells */
  readonly bounds: Range
  /** how much sleep stages and chance change the rate; 1 is normal */
  readonly liveliness: number
  /** how often the resident turns over; 1 is normal */
  readonly restlessness: number
  /** never: bedridden; usual: meals, bathroom; walker: hardly in bed except for a rest in this half of each hour */
  readonly leaves: 'never' | 'usual' | { readonly restsInHalf: 0 | 1 }
  /** spells of fast breathing: minutes between them, minutes each, rate reached */
  readonly bouts?: { readonly every: Range; readonly lasts: Range; readonly rate: Range }
  /** pauses of breathing in sleep: number per hour, seconds each */
  readonly pauses?: { readonly perHour: number; readonly lasts: Range }
  /** breathing that swells, fades and pauses in sleep (Cheyne–Stokes): seconds per cycle and per pause */
  readonly waxing?: { readonly cycle: Range; readonly pause: Range }
  /** connection losses: minutes between them, minutes each */
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

/** The n-th sensor's profile if the job names none: every state appears early, and most residents are normal. */
export const profileOf = (index: number): ProfileName => order[index] ?? 'steady'
