import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  addPerson,
  desk,
  expect,
  expectAccessible,
  noSideways,
  openAs,
  phone,
  signOut,
  test,
} from './portal.fixture.ts'

/** What an app shows next: each code works only once. */
const nextCode = (secret: string, after = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + after * 30_000 })

async function typePassword(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('an authenticator app is set up by its QR code, asked for at sign-in, and replaced by a backup code [DO-5]', async ({
  page,
  world,
}) => {
  const { http } = world.portal
  const person = await addPerson(world)
  await openAs(page, http, person, '/account')
  const panel = page.getByRole('region', { name: 'Two-step sign-in' })
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await dialog.getByLabel('Or enter this key').inputValue()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await noSideways(page)
  await page.setViewportSize(desk)
  await dialog.getByLabel('Code the app shows').fill('12')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Enter the 6-digit code')).toBeVisible()
  await dialog.getByLabel('Code the app shows').fill(nextCode(secret, 40))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is wrong, used or too old.')).toBeVisible()
  await dialog.getByLabel('Code the app shows').fill(nextCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your backup codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [backup = ''] = await codes.getByRole('listitem').allTextContents()
  await expectAccessible(page)
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByText('10 left')).toBeVisible()

  await signOut(page)
  await typePassword(page, person)
  await expect(page.getByText('Enter the code your authenticator app shows.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill(nextCode(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /^Hello, / })).toBeVisible()

  await signOut(page)
  await typePassword(page, person)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /^Hello, / })).toBeVisible()
  await page.goto(`${http}/account`)
  await expect(panel.getByText('9 left')).toBeVisible()
  await panel.getByRole('button', { name: 'Remove your authenticator app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})
