import { startWebhookReceiver } from '../kit/webhook-receiver.ts'
import { admin, demoClinic, expect, expectAccessible, noSideways, openAs, test } from './portal.fixture.ts'

test('a webhook is added with its secret, tested, rotated and deleted [AN-12] [SH-19]', async ({ page, world }) => {
  const receiver = await startWebhookReceiver()
  const clinic = await demoClinic(world)
  try {
    await page.clock.install()
    await openAs(page, world.portal.http, admin, `/facility/settings/${clinic.slug}`)
    const panel = page.getByRole('region', { name: 'Webhooks' })
    await expect(panel.getByText('No webhooks yet')).toBeVisible()
    const add = panel.getByRole('button', { name: 'Add webhook' })
    await add.click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByLabel('Address')
    const timeOut = async () => {
      await page.clock.fastForward('31:00')
      await page.getByRole('button', { name: 'OK' }).click()
    }
    await address.fill('nurse-call')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('Enter an address such as')).toBeVisible()
    // What was typed is there again after a time without activity, until it is sent.
    await timeOut()
    await add.click()
    await expect(address).toHaveValue('nurse-call')
    await address.fill(receiver.url)
    await dialog.getByLabel('No breathing signal').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const secret = dialog.getByLabel('Secret', { exact: true })
    await expect(secret).toHaveValue(/^whsec_/)
    receiver.trust(await secret.inputValue())
    await expectAccessible(page)
    await timeOut()
    await add.click()
    await expect(address).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const host = new URL(receiver.url).host
    const act = async (name: string) => {
      await panel.getByRole('button', { name: host }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Send test')
    await dialog.getByRole('button', { name: 'Send test' }).click()
    await expect(dialog.getByText('Accepted with status 204.')).toBeVisible()
    expect(receiver.requests).toMatchObject([{ isSigned: true, body: { type: 'webhook.test' } }])
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.setViewportSize({ width: 390, height: 844 })
    await noSideways(page)
    await act('Rotate secret')
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    await expect(secret).not.toHaveValue('')
    await noSideways(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(panel.getByText('Old secret works until')).toBeVisible()
    await act('View messages')
    await expect(dialog.getByText('No messages yet')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await act('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(panel.getByText('No webhooks yet')).toBeVisible()
  } finally {
    await receiver.close()
  }
})
