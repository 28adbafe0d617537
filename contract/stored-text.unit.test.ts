import { expect, it } from 'vitest'
import { z } from 'zod'
import { calls } from './calls.ts'
import { deviceStatus, subscribeMessage } from './live.ts'
import { ruleWords } from './rule-words.ts'

/**
 * Stored hashed or encrypted, only compared, or cleaned and checked line by line. Sign-in and links give the same
 * answer whatever is wrong.
 */
const neverStored =
  /\.(password|current_password|challenge|secret|setup|signature|logout_token|MessageStatus|unique_id)$|^(confirmOtp|resetPassword|confirmEmail|saveAuthenticator|completeEnrolment|proveByCode)\.code$|^signIn\.email$|\.was\.|^createDevices\.data$|^uploadNoteFile\.name$/

/** Fields that accept a character that the database rejects. */
function* takers(schema: z.core.$ZodType, name: string): Generator<string> {
  const { def } = schema as { def: z.core.$ZodTypes['_zod']['def'] } & z.core.$ZodType
  if (def.type === 'object')
    for (const [key, field] of Object.entries(def.shape)) yield* takers(field, `${name}.${key}`)
  else if (def.type === 'array') {
    // A list of texts may check its own lines.
    const issues = z.safeParse(schema, ['a\u0000b']).error?.issues ?? []
    if (!issues.some(({ message }) => message === ruleWords.unstorable())) yield* takers(def.element, name)
  } else if (def.type === 'union') for (const option of def.options) yield* takers(option, name)
  else if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    yield* takers(def.innerType, name)
  else if (!neverStored.test(name) && z.safeParse(schema, 'a\u0000b').success) yield name
}

it('takes no text anywhere that cannot be stored [AP-3]', () => {
  const inputs = {
    ...Object.fromEntries(calls.map(({ name, input }) => [name, input])),
    deviceStatus,
    subscribeMessage,
  }
  expect(Object.entries(inputs).flatMap(([name, input]) => [...takers(input, name)])).toEqual([])
})
