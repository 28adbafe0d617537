import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/** How soon a password is guessed, and by what. It takes up to a tenth of a second, so only the worker asks. */

/** What makes a password guessable. */
export type Weakness = 'own' | 'common' | 'decorated' | 'keyboard' | 'run' | 'repeated' | 'short'

/** The best of five: 10^10 guesses. `Tottenham2026!` and all other words with a year take some 10^8. */
const leastScore = 4

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  // Both keep the time bounded: it grows with the square of the length, and with what digits may stand for.
  maxLength: 64,
  l33tMaxSubstitutions: 10,
})

/** @param own words that somebody who knows the person tries first @returns null: nobody guesses it in time */
export function weaknessOf(password: string, own: readonly string[]): Weakness | null {
  const { score, sequence } = estimator.check(password, [...own])
  return score < leastScore ? reasonOf(sequence) : null
}

/** What most of the password consists of. */
function reasonOf(sequence: readonly MatchExtended[]): Weakness {
  const known = sequence.filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator')
  const [longest] = known.toSorted((a, b) => b.token.length - a.token.length)
  if (known.some((one) => one.dictionaryName === 'userInputs')) return 'own'
  if (longest?.pattern === 'spatial') return 'keyboard'
  if (longest?.pattern === 'sequence') return 'run'
  if (longest?.pattern === 'repeat') return 'repeated'
  if (!longest) return 'short'
  const isWhole = sequence.every((one) => one.pattern === 'dictionary' && one.dictionaryName === 'passwords-common')
  return isWhole ? 'common' : 'decorated'
}
