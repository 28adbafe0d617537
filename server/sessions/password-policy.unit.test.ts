import { expect, it } from 'vitest'
import { generatePassword } from './create-first-superadmin.ts'
import { whyWeak } from './password-policy.ts'

const email = 'gwendolyn@house.example'

it('refuses what attackers try first [ID-9]', () => {
  const weak = [
    'short',
    'Password1234',
    'P@ssw0rd!2024',
    'passwordpassword',
    'welcomewelcome1',
    'Admin123456!',
    'adminadmin123',
    'qwertyuiop12',
    '1qwertyuiop1',
    'iloveyou12345',
    'Summer2026!!!',
    'Hospital-2026',
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    'gwendolyn2026',
  ]
  expect(weak.filter((password) => whyWeak(password, email) === null)).toEqual([])
})

it('accepts phrases and random ones, in any script [ID-9]', () => {
  const good = [
    'tall-ships-at-noon',
    'correct horse battery ladder',
    'Xk7#pQ2m!vR9',
    'мояутренняяпрогулка',
    '朝の散歩は気持ちがいいですね',
    generatePassword(),
  ]
  expect(good.filter((password) => whyWeak(password, email) !== null)).toEqual([])
})
