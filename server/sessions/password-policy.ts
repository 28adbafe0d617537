import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import type { Weakness } from './guessable.ts'
import { judgePassword } from './password.ts'

/** Passwords that are refused because attackers try them first (ID-9, DO-5). The contract checks the length. */

const passwordLeast = 12

const reasons: Record<Weakness, () => string> = {
  own: m.session_password_own,
  common: m.session_password_common,
  decorated: m.session_password_decorated,
  keyboard: m.session_password_keyboard,
  run: m.session_password_run,
  repeated: m.session_password_repeated,
  short: m.session_password_few,
}

/** Why a password would be guessed, for showing to people; null when it wouldn't. */
export async function whyWeak(password: string, email: string): Promise<string | null> {
  if (password.normalize('NFKC').length < passwordLeast) return m.rule_too_short({ min: passwordLeast })
  const weakness = await judgePassword(password, [productName, ...email.split(/[^\p{L}]+/u).filter(Boolean)])
  return weakness && reasons[weakness]()
}
