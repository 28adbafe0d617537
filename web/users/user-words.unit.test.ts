import { expect, it } from 'vitest'
import { challengesText, clinicsText, deviceText } from './user-words.ts'

it('names a browser and its system, and leaves other programs their name [US-3]', () => {
  const cases = [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(400), `${'x'.repeat(40)}…`],
    [null, 'Unknown'],
  ] as const
  for (const [given, text] of cases) expect(deviceText(given)).toBe(text)
})

it('tells what was asked for at a sign-in [US-3]', () => {
  expect(
    challengesText({
      ChallengeResponses: [
        { ChallengeName: 'Password', ChallengeResponse: 'Success' },
        { ChallengeName: 'Otp', ChallengeResponse: 'Failure' },
      ],
    }),
  ).toBe('password, SMS code (wrong)')
})

it('shortens a long list of facilities', () => {
  expect(clinicsText([])).toBe('')
  expect(clinicsText(['A'])).toBe('A')
  expect(clinicsText(['A', 'B', 'C', 'D'])).toBe('A and 3 more')
})
