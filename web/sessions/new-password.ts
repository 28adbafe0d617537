import { m } from '@eupnea/texts'

/** Checks of a new password before the portal is asked; the portal has further rules (ID-9). */

const least = 12

export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export type PasswordFaults = Partial<Record<keyof NewPassword, string>>

export function faultsOf({ password, repeated }: NewPassword): PasswordFaults {
  if (!password) return { password: m.session_new_password_required() }
  if (password.length < least)
    return { password: m.session_password_short({ min: least, missing: least - password.length }) }
  if (!repeated) return { repeated: m.session_repeated_required() }
  if (repeated !== password) return { repeated: m.session_repeated_other() }
  return {}
}

/** A code as typed or pasted, without the spaces between its digits. */
export const codeOf = (typed: string): string => typed.replaceAll(/[\s-]/g, '')

export const codeFault = (typed: string): string | undefined =>
  /^\d{6}$/.test(codeOf(typed)) ? undefined : m.session_code_required()

export const backupFault = (typed: string): string | undefined =>
  codeOf(typed).length === 16 ? undefined : m.two_step_backup_required()
