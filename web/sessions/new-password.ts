/** What can be said of a new password before the portal is asked; the rest of the rules is the portal's (ID-9). */

export const passwordRule = 'At least 12 characters. A few words that only you would put together are best.'

const least = 12

export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export type PasswordFaults = Partial<Record<keyof NewPassword, string>>

export function faultsOf({ password, repeated }: NewPassword): PasswordFaults {
  if (!password) return { password: 'Enter a new password' }
  if (password.length < least) return { password: `At least ${least} characters, ${least - password.length} more` }
  if (!repeated) return { repeated: 'Enter the new password once more' }
  if (repeated !== password) return { repeated: 'The two passwords are not the same' }
  return {}
}

/** A code as it was typed or pasted, without the spaces between its digits. */
export const codeOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '')

export const codeFault = (typed: string): string | undefined =>
  /^\d{6}$/.test(codeOf(typed)) ? undefined : 'Enter the six digits of the code'
