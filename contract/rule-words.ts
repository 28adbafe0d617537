/** What each rule says to people. Its key is the code that programs get. */

const number = (value: number | bigint) => value.toLocaleString('en-GB')

export const ruleWords = {
  required: () => 'This field is required',
  not_text: () => 'Enter text',
  not_number: () => 'Enter a number',
  not_flag: () => 'Enter true or false',
  not_list: () => 'Enter a list',
  not_object: () => 'Enter an object',
  not_whole: () => 'Enter a whole number',
  not_choice: ({ choices }: { choices: string }) => `Choose one of: ${choices}`,
  too_long: ({ max }: { max: number | bigint }) => `Use at most ${number(max)} characters`,
  too_short: ({ min }: { min: number | bigint }) => `Use at least ${number(min)} characters`,
  too_large: ({ max }: { max: number | bigint }) => `Enter ${number(max)} or less`,
  too_small: ({ min }: { min: number | bigint }) => `Enter ${number(min)} or more`,
  too_many: ({ max }: { max: number | bigint }) => `Enter at most ${number(max)} items`,
  too_few: ({ min }: { min: number | bigint }) =>
    min === 1 ? 'Enter at least one item' : `Enter at least ${number(min)} items`,
  twice: () => 'This is in the list already',
  one_line: () => 'Enter it on one line',
  unstorable: () => "Remove the characters that can't be saved",
  not_identifier: () => 'Use only letters, digits and . _ - : @',
  not_email: () => 'Enter an e-mail address, such as name@example.com',
  not_phone: () => 'Enter a phone number with its country code, such as +44 20 7946 0018',
  not_zone: () => 'Choose a time zone from the list',
  not_date: () => 'Enter a date, such as 2026-11-20',
  not_instant: () => 'Enter a date and time with its zone, such as 2026-11-20T03:12:00Z',
  in_future: () => "This date can't be in the future",
  unknown_field: ({ names }: { names: string }) => `Remove what isn't known here: ${names}`,
  invalid: () => "This value isn't valid here",
} as const

export type RuleCode = keyof typeof ruleWords

/** A rule that a value breaks: the code for programs, the words for people. */
export interface Fault {
  readonly code: string
  readonly message: string
}

export const fault = <C extends RuleCode>(code: C, ...words: Parameters<(typeof ruleWords)[C]>): Fault => ({
  code,
  message: (ruleWords[code] as (...given: unknown[]) => string)(...words),
})
