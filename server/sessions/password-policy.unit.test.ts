import { expect, it } from 'vitest'
import { generatePassword } from './create-first-superadmin.ts'
import { whyWeak } from './password-policy.ts'

const email = 'gwendolyn@house.example'

it('refuses what attackers try first, and says why [ID-9] [DO-5]', async () => {
  const decorated = 'Common words with a year or signs are guessed first. Use several words.'
  const common = 'This password is one of those guessed first'
  const keyboard = 'Avoid neighbouring keys such as qwerty or 1q2w3e'
  const run = 'Avoid runs of characters such as 123456 or abcdef'
  const repeated = 'Avoid repeating characters or words'
  const own = 'Avoid your e-mail address and the product’s name'
  const weak: Record<string, string> = {
    short: 'Use at least 12 characters',
    Password1234: common,
    '1q2w3e4r5t6y7u8i': common,
    iloveyou12345: common,
    'P@ssw0rd!2024': decorated,
    'Tottenham2026!': decorated,
    'Summer2026!!!': decorated,
    'January2026!': decorated,
    'Hospital-2026': decorated,
    'Admin123456!': decorated,
    qwertyuiop12: decorated,
    '!QAZ2wsx#EDC': decorated,
    qwertzuiop12: keyboard,
    'hjkl;poiuytr': keyboard,
    abcdefghijkl: run,
    aaaaaaaaaaaa: repeated,
    abababababab: repeated,
    passwordpassword: repeated,
    adminadmin123: repeated,
    gwendolyn2026: own,
    'Eupnea2026!!': own,
  }
  const said: Record<string, string | null> = {}
  for (const password of Object.keys(weak)) said[password] = await whyWeak(password, email)
  expect(said).toEqual(weak)
})

it('accepts phrases and random ones, in any script [ID-9] [DO-5]', async () => {
  const good = [
    'tall-ships-at-noon',
    'correct horse battery ladder',
    'Xk7#pQ2m!vR9',
    'мояутренняяпрогулка',
    '朝の散歩は気持ちがいいですね',
    generatePassword(),
  ]
  for (const password of good) expect(await whyWeak(password, email), password).toBeNull()
})
