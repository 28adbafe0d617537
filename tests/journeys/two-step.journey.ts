import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import {
  acceptAgreement,
  addPerson,
  admin,
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
  // The key can be read to its end.
  const cut = await dialog.getByLabel('Or enter this key').evaluate((field) => field.scrollWidth - field.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
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
  // Over plain HTTP a browser copies nothing; what is selected is copied by hand.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await codes.getByRole('button', { name: 'Copy all' }).click()
  expect(await page.evaluate(() => String(getSelection()))).toContain(backup)
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
  await panel.getByRole('button', { name: 'Actions for Authenticator app' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(panel.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

/** Chromium's own virtual authenticator: a phone or computer that keeps passkeys and knows its person. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, signs in without a name or password, confirms sensitive acts, and is deleted [DO-5]', async ({
  page,
  world,
}) => {
  // Browsers know no passkeys of bare addresses.
  const http = world.portal.http.replace('127.0.0.1', 'localhost')
  const person = await addPerson(world)
  const device = await giveAuthenticator(page)
  await openAs(page, http, person, '/account')
  const panel = page.getByRole('region', { name: 'Passkeys' })
  const addPasskey = async (name: string) => {
    await panel.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    return dialog
  }
  await addPasskey('Work phone')
  const codes = page.getByRole('dialog', { name: 'Your backup codes' })
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(panel.getByText('Work phone')).toBeVisible()
  const [credential] = await device.credentials()
  expect(credential).toMatchObject({ isResidentCredential: true, rpId: 'localhost' })
  const again = await addPasskey('The same')
  await expect(again.getByText('This passkey has already been added.')).toBeVisible()
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Actions for Work phone' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename Work phone' })
  await rename.getByLabel('Name').fill('Ward tablet')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(panel.getByText('Ward tablet')).toBeVisible()

  await signOut(page)
  await expectAccessible(page)
  await device.setVerified(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('No passkey used')).toBeVisible()
  await device.setVerified(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: /^Hello, / })).toBeVisible()

  await page.goto(`${http}/account`)
  await expect(panel.getByText(/last used/)).toBeVisible()
  const database = new pg.Client({ connectionString: world.database })
  await database.connect()
  await database.query(`update sessions set proved_at = now() - interval '11 minutes'`)
  await database.end()
  await panel.getByRole('button', { name: 'Actions for Ward tablet' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Ward tablet?' }).getByRole('button', { name: 'Delete' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expectAccessible(page)
  await proof.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(panel.getByText('No passkeys yet')).toBeVisible()

  // The device still has it.
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey doesn’t open an account here.')).toBeVisible()
})

test('a Superadmin requires two steps of a role; its people set up an app as they sign in, and can be reset [DO-5]', async ({
  page,
  world,
}) => {
  const { http } = world.portal
  const person = await addPerson(world, { first_name: 'Mary', last_name: 'Somerville' })
  await openAs(page, http, admin, '/users/manage')
  const choose = async (isRequired: boolean) => {
    await page.getByRole('button', { name: 'Two-step sign-in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
    await dialog.getByRole('checkbox', { name: 'Clinic' }).setChecked(isRequired)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await choose(true)
  await signOut(page)
  await typePassword(page, person)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  const secret = await page.getByLabel('Or enter this key').inputValue()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await noSideways(page)
  await page.setViewportSize(desk)
  await page.getByLabel('Code the app shows').fill(nextCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your backup codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).click()
  await acceptAgreement(page)

  await openAs(page, http, admin, '/users/manage')
  await choose(false)
  await page.getByRole('searchbox').fill(person.email)
  await page.getByRole('button', { name: 'Actions for Mary Somerville' }).click()
  await page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset two-step sign-in of Mary Somerville?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Two-step sign-in reset')).toBeVisible()
})
