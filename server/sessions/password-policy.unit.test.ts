import { expect, it } from 'vitest'
import { generatePassword } from './create-first-superadmin.ts'
import { whyWeak } from './password-policy.ts'

const known = [
  'gwendolyn@house.example',
  'q7w-4tz9k.82x@h5r.example',
  'Gwendolyn Rhoswen',
  'Vanterpool',
  'Brackenridge Lodge',
]

it('refuses what attackers try first, and says why [ID-9] [DO-5]', async () => {
  const decorated = 'Common words with a year or signs are guessed first. Use several words.'
  const common = 'This password is one of those guessed first'
  const keyboard = 'Avoid neighbouring keys such as qwerty or 1q2w3e'
  const run = 'Avoid runs of characters such as 123456 or abcdef'
  const repeated = 'Avoid repeating characters or words'
  const own = 'Avoid your name, e-mail address, facility and the product’s name'
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
    'Rhoswen2026!!': own,
    'Rhoswen.Vanterpool': own,
    vanterpo0l1987: own,
    'Brackenridge-Lodge': own,
    'Eupnea2026!!': own,
    // Letters alone leave too little of these to know them by.
    'q7w-4tz9k.82x@h5r.example': own,
    'Q7w-4tz9k.82x': own,
  }
  const said: Record<string, string | null> = {}
  for (const password of Object.keys(weak)) said[password] = await whyWeak(password, known)
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
  for (const password of good) expect(await whyWeak(password, known), password).toBeNull()
})
