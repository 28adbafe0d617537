import { createHmac, randomInt } from 'node:crypto'
import { codeLength, codeLetters } from '@eupnea/contract/rules/display-code.ts'

/** About 36 bits, for ten minutes, with few tries per address. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** Keyed, because a plain hash of so short a code can be reversed by anyone who reads the table. */
export const hashCode = (secret: string, code: string): string =>
  createHmac('sha256', secret).update(`display:${code}`).digest('hex')
