import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** Each rule's message for people, by the code that programs get. */
export const ruleWords = {
  required: m.rule_required,
  not_text: m.rule_not_text,
  not_number: m.rule_not_number,
  not_flag: m.rule_not_flag,
  not_list: m.rule_not_list,
  not_object: m.rule_not_object,
  not_whole: m.rule_not_whole,
  not_choice: m.rule_not_choice,
  too_long: m.rule_too_long,
  too_short: m.rule_too_short,
  too_large: m.rule_too_large,
  too_small: m.rule_too_small,
  too_many: m.rule_too_many,
  too_few: m.rule_too_few,
  twice: m.rule_twice,
  one_line: m.rule_one_line,
  unstorable: m.rule_unstorable,
  not_identifier: m.rule_not_identifier,
  not_email: m.rule_not_email,
  not_phone: m.rule_not_phone,
  not_contact: m.rule_not_contact,
  not_time: m.rule_not_time,
  not_zone: m.rule_not_zone,
  not_date: m.rule_not_date,
  not_instant: m.rule_not_instant,
  in_future: m.rule_in_future,
  unknown_field: m.rule_unknown_field,
  invalid: m.rule_invalid,
} as const

export type RuleCode = keyof typeof ruleWords

/** A broken rule: the code for programs, the message for people. */
export interface Fault {
  readonly code: string
  readonly message: string
}

/** @param limits values for the message; numbers are formatted */
export function fault(code: RuleCode, limits: Readonly<Record<string, string | number | bigint>> = {}): Fault {
  const written = Object.entries(limits).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : numberText(value),
  ])
  const words = ruleWords[code] as (given: Record<string, unknown>) => string
  return { code, message: words(Object.fromEntries(written)) }
}
