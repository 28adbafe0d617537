import { signIn } from '@eupnea/contract/sessions.ts'
import pg from 'pg'
import { sendCall } from '../kit/spawn-portal.ts'
import { addPerson, admin, desk, expect, expectAccessible, noSideways, openAs, phone, test } from './portal.fixture.ts'

test('the own account ends sessions elsewhere; sensitive acts ask again after ten minutes [DO-5]', async ({
  page,
  world,
}) => {
  const { http } = world.portal
  await sendCall(http, '', signIn, world.nurse)
  await openAs(page, http, world.nurse)
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByText('This session')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(phone)
  await noSideways(page)
  await page.setViewportSize(desk)
  await sessions.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expect(sessions.getByText('You aren’t signed in anywhere else.')).toBeVisible()
  const password = page.getByRole('region', { name: 'Password' })
  await password.getByLabel('Current password', { exact: true }).fill('wrong')
  await password.getByLabel('New password', { exact: true }).fill('a slow tide under the pier')
  await password.getByLabel('Repeat new password', { exact: true }).fill('a slow tide under the pier')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByText('This isn’t your password')).toBeVisible()

  const other = await addPerson(world)
  await openAs(page, http, admin, '/users/manage')
  const database = new pg.Client({ connectionString: world.database })
  await database.connect()
  await database.query(`update sessions set proved_at = now() - interval '11 minutes'`)
  await database.end()
  await page.getByRole('searchbox').fill(other.email)
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Disable', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
  await proof.getByLabel('Password', { exact: true }).fill('wrong')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByText('This isn’t your password')).toBeVisible()
  await expectAccessible(page)
  await proof.getByLabel('Password', { exact: true }).fill(admin.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Users' }).getByText('Disabled')).toBeVisible()
})
