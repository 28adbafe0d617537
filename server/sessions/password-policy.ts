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

/**
 * Why a password would be guessed, for showing to people; null when it wouldn't.
 * @param known what others know of the person: their e-mail address, names and facilities
 */
export async function whyWeak(password: string, known: readonly string[]): Promise<string | null> {
  if (password.normalize('NFKC').length < passwordLeast) return m.rule_too_short({ min: passwordLeast })
  const texts = known.map((text) => text.normalize('NFKC'))
  // An address is known as a whole too, and so is the part before its @, digits included. The `of` of a facility isn't
  // counted: it is in any sentence.
  const words = texts
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}]+/u)])
    .filter((word) => word.length > 2)
  const weakness = await judgePassword(password, [...new Set([productName, ...words])])
  return weakness && reasons[weakness]()
}
