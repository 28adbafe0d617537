import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { m } from '@eupnea/texts'
import { type OidcProvider, startOidcProvider } from '../kit/oidc-provider.ts'
import {
  admin,
  demoClinic,
  expect,
  expectAccessible,
  noSideways,
  openAs,
  phone,
  test as plain,
  type World,
  withWorld,
} from './portal.fixture.ts'

/** Signing in by the house's directory, from the first refusal to the ward (SI-1). */

interface House {
  readonly world: World
  readonly provider: OidcProvider
  /** the portal's address */
  readonly base: string
}

const test = plain.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      await new Promise((resolve) => server.close(resolve))
      const base = `http://localhost:${port}`
      const provider = await startOidcProvider(base)
      await withWorld({ ...provider.env, PORT: String(port) }, (world) => use({ world, provider, base }))
      await provider.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test('a nurse whom no group lets in is told so, and is in once a Superadmin has added the group [SI-1]', async ({
  page,
  browser,
  house: { world, provider, base },
}) => {
  const clinic = await demoClinic(world)
  provider.people.set('ada', {
    ...{ email: 'ada@maple.example', email_verified: true, given_name: 'Ada', family_name: 'Byron' },
    groups: ['Nurses'],
  })
  await page.goto(`${base}/user/login`)
  await page.getByRole('button', { name: m.directory_sign_in({ name: 'Maple ID' }) }).click()
  await page.locator('input[name=login]').fill('ada')
  await page.locator('input[name=password]').fill('any')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(m.directory_no_group())).toBeVisible()
  // The answer stays in no history.
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page)

  const desk = await (await browser.newContext()).newPage()
  await openAs(desk, base, admin, '/directory')
  await desk.getByRole('button', { name: m.directory_rule_add() }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(m.directory_group_label()).fill('Nurses')
  await dialog.getByLabel(m.user_type_label()).selectOption('clinic-web')
  await dialog.getByRole('combobox', { name: m.user_clinics_label() }).click()
  await desk.getByRole('option', { name: clinic.name }).click()
  await desk.keyboard.press('Escape')
  await dialog.getByRole('button', { name: m.common_save() }).click()
  await expect(desk.getByRole('cell', { name: 'Nurses', exact: true })).toBeVisible()
  await desk.getByRole('textbox', { name: m.directory_check_groups_label() }).fill('Nurses')
  await desk.getByRole('button', { name: m.directory_check(), exact: true }).click()
  await expect(desk.getByText(m.directory_check_because({ groups: 'Nurses' }))).toBeVisible()
  await expectAccessible(desk)
  await desk.setViewportSize(phone)
  await noSideways(desk)

  await page.getByRole('button', { name: m.common_try_again() }).click()
  await expect(page).toHaveURL(/\/clinic\/profile|\/$/)
  await expect(page.getByText(m.directory_no_group())).toHaveCount(0)
})
