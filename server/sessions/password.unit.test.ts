import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('hashes with argon2id and knows the password again, however its letters are composed [ID-9]', async () => {
  const stored = await hashPassword('caf\u00e9-at-the-harbour')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'cafe\u0301-at-the-harbour')).toBe(true)
  expect(await verifyPassword(stored, 'cafe-at-the-harbour')).toBe(false)
})

it('fails for what is no hash, and works on afterwards [ID-9]', async () => {
  await expect(verifyPassword('no hash', 'tall-ships-at-noon')).rejects.toThrow('Password not checked')
  const [one, two] = await Promise.all([hashPassword('tall-ships-at-noon'), hashPassword('tall-ships-at-noon')])
  expect(one).not.toBe(two)
})
