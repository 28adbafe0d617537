import { m } from '@eupnea/texts'
import type { Fields, Rule } from './field-kinds.ts'
import type { OutOfBed } from './rules/plan.ts'

/** The fields of a monitoring plan, and the rules between them (PL-1). */

const limit = { kind: 'number', min: 3, max: 60, decimals: 1 } as const

/** Breaths per minute. */
const limitFields = {
  low: { ...limit, isRequired: true, label: m.plan_low, help: m.plan_low_help, part: m.plan_part_limits },
  high: { ...limit, isRequired: true, label: m.plan_high, help: m.plan_high_help, part: m.plan_part_limits },
  extreme_low: {
    ...limit,
    isNullable: true,
    label: m.plan_extreme_low,
    help: m.plan_extreme_low_help,
    part: m.plan_part_limits,
  },
  extreme_high: {
    ...limit,
    isRequired: true,
    label: m.plan_extreme_high,
    help: m.plan_extreme_high_help,
    part: m.plan_part_limits,
  },
} as const satisfies Fields

/** What a call takes beside the limits; `out_of_bed` is an object on the wire, made of the three below. */
export const planFields = {
  ...limitFields,
  no_breathing_seconds: {
    kind: 'number',
    min: 30,
    max: 900,
    isRequired: true,
    label: m.plan_no_breathing,
    help: m.plan_no_breathing_help,
    part: m.plan_part_presence,
  },
  still_in_bed: {
    kind: 'time',
    isNullable: true,
    label: m.plan_still_in_bed,
    help: m.plan_still_in_bed_help,
    part: m.plan_part_presence,
  },
  reason: { kind: 'text', max: 1_000, label: m.plan_reason, part: m.plan_part_why },
} as const satisfies Fields

export const outOfBedFields = {
  minutes: { kind: 'number', min: 0, max: 30, isRequired: true },
  from: { kind: 'time', isRequired: true },
  until: { kind: 'time', isRequired: true },
} as const satisfies Fields

export const reviewField = {
  kind: 'date',
  isNullable: true,
  label: m.plan_review_on,
  help: m.plan_review_on_help,
  part: m.plan_part_why,
} as const

/** On a form the object has three fields of its own. */
const outOfBedForm = {
  out_of_bed_minutes: {
    kind: 'number',
    min: 0,
    max: 30,
    isNullable: true,
    label: m.plan_out_of_bed_minutes,
    help: m.plan_out_of_bed_help,
    part: m.plan_part_presence,
  },
  out_of_bed_from: { kind: 'time', isNullable: true, label: m.plan_out_of_bed_from, part: m.plan_part_presence },
  out_of_bed_until: { kind: 'time', isNullable: true, label: m.plan_out_of_bed_until, part: m.plan_part_presence },
} as const satisfies Fields

const { no_breathing_seconds, still_in_bed, reason } = planFields

export const clinicPlanForm = {
  ...limitFields,
  no_breathing_seconds,
  ...outOfBedForm,
  still_in_bed,
  reason: { ...reason, isRequired: true, missing: m.plan_reason_missing },
} as const satisfies Fields

export const residentPlanForm = { ...clinicPlanForm, review_on: reviewField } as const satisfies Fields

type Limit = keyof typeof limitFields
type Values = { readonly [K in Limit]?: number | null | undefined }

/**
 * Each order is said beside the field that was changed: extreme low < low < high ≤ extreme high.
 * @param isStrict the two may not be equal
 */
function ordered(lesser: Limit, greater: Limit, isStrict: boolean): Rule<typeof limitFields>[] {
  const isKept = ({ [lesser]: one, [greater]: other }: Values) =>
    one == null || other == null || (isStrict ? one < other : one <= other)
  const [above, below] = isStrict ? [m.plan_above, m.plan_below] : [m.plan_at_least, m.plan_at_most]
  const name = (limit: Limit) => limitFields[limit].label()
  const code = 'out_of_order'
  return [
    { field: lesser, of: [lesser], isKept, code, words: () => below({ limit: name(greater) }) },
    { field: greater, of: [greater], isKept, code, words: () => above({ limit: name(lesser) }) },
  ]
}

export const planRules = [
  ...ordered('extreme_low', 'low', true),
  ...ordered('low', 'high', true),
  ...ordered('high', 'extreme_high', false),
]

const bed = ['out_of_bed_minutes', 'out_of_bed_from', 'out_of_bed_until'] as const

/** Of a form: hours without minutes say nothing, nor minutes without hours. */
export const planFormRules: readonly Rule<typeof clinicPlanForm>[] = [
  ...planRules,
  ...bed.map((field) => ({
    field,
    of: bed,
    isKept: (values: { readonly [K in (typeof bed)[number]]?: string | number | null | undefined }) => {
      const isGiven = (one: unknown) => one !== null && one !== undefined && one !== ''
      return isGiven(values[field]) || !bed.some((other) => isGiven(values[other]))
    },
    code: 'required',
    words: field === 'out_of_bed_minutes' ? m.rule_not_whole : m.rule_not_time,
  })),
]

/** The three fields of a form, of the plan's object. */
export const bedFieldsOf = (plan: OutOfBed | null) => ({
  out_of_bed_minutes: plan?.minutes ?? null,
  out_of_bed_from: plan?.from ?? null,
  out_of_bed_until: plan?.until ?? null,
})
