import { expect, it } from 'vitest'
import { newChallenge, whenMade } from './challenge.ts'

const given = (challenge: Uint8Array) => Buffer.from(challenge).toString('base64url')
const ago = (seconds: number) => Temporal.Now.instant().subtract({ seconds }).round('millisecond')

it('is good for five minutes, for its purpose and key, as it was made [DO-5]', () => {
  const made = ago(290)
  const good = newChallenge('key', 'sign-in', made)
  expect(whenMade('key', 'sign-in', given(good))?.equals(made)).toBe(true)
  expect(whenMade('key', 'sign-in', given(newChallenge('key', 'sign-in', ago(310))))).toBeNull()
  expect(whenMade('key', 'prove 1', given(good))).toBeNull()
  expect(whenMade('other', 'sign-in', given(good))).toBeNull()
  for (const at of [0, 10, good.length - 1]) {
    const changed = good.with(at, good[at]! ^ 1)
    expect(whenMade('key', 'sign-in', given(changed))).toBeNull()
  }
  for (const other of ['', 'made-up', given(good).slice(4)]) expect(whenMade('key', 'sign-in', other)).toBeNull()
})
