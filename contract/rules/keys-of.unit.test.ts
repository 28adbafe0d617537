import { expect, it } from 'vitest'
import { keysOf } from './keys-of.ts'

it('takes an address or a JWKS as keys [FH-2]', () => {
  expect(keysOf(' https://ehr.example/jwks ')).toEqual({ jwks_url: 'https://ehr.example/jwks' })
  expect(keysOf('{"keys":[{"kty":"RSA"}]}')).toEqual({ jwks: { keys: [{ kty: 'RSA' }] } })
  for (const other of ['', 'keys', '{}', 'null', '[]', '{"keys":1}']) expect(keysOf(other), other).toBe(null)
})
