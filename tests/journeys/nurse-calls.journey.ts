import { m } from '@eupnea/texts'
import { startNurseCall } from '../kit/nurse-call.ts'
import { admin, demoClinic, expect, expectAccessible, noSideways, openAs, test } from './portal.fixture.ts'

test('a nurse call system is added, tested and deleted [EH-5]', async ({ page, world }) => {
  const system = await startNurseCall()
  const clinic = await demoClinic(world)
  try {
    await openAs(page, world.portal.http, admin, `/facility/settings/${clinic.slug}`)
    const panel = page.getByRole('region', { name: m.nurse_call_title() })
    await expect(panel.getByText(m.nurse_call_empty_title())).toBeVisible()
    await panel.getByRole('button', { name: m.nurse_call_add() }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: m.nurse_call_name_label() }).fill('Corridor panels')
    await dialog.getByRole('textbox', { name: m.nurse_call_host_label() }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: m.nurse_call_port_label() }).fill(String(system.port))
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await noSideways(page)
    await dialog.getByRole('button', { name: m.nurse_call_add_act(), exact: true }).click()
    const act = async (name: string) => {
      await panel.getByRole('button', { name: 'Corridor panels' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act(m.webhook_test())
    await dialog.getByRole('button', { name: m.webhook_test() }).click()
    await expect(dialog.getByText(m.nurse_call_test_accepted({ code: 'AA' }))).toBeVisible()
    expect(system.received).toMatchObject([{ isHeartbeat: true }])
    await dialog.getByRole('button', { name: m.common_cancel() }).click()
    await noSideways(page)
    await expectAccessible(page)
    await act(m.common_delete())
    await dialog.getByRole('button', { name: m.common_delete() }).click()
    await expect(panel.getByText(m.nurse_call_empty_title())).toBeVisible()
  } finally {
    await system.close()
  }
})
