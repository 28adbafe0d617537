import type { Page } from '@playwright/test'
import { connectDevice } from '../../sensors/device-client.ts'
import { createWard } from '../kit/ward.ts'
import { addPerson, expect, expectAccessible, openAs, signIn, signOut, test } from './portal.fixture.ts'

/** Each person chooses whether notifications sound, and how loud (AN-2). */

declare global {
  /** how loud each tone was that the page's stubbed loudspeaker has played, 0 to 1 */
  var loudnesses: number[]
}

/** Notes the first note of each tone instead of playing it. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    globalThis.loudnesses = []
    class Stub {
      state = 'running'
      currentTime = 0
      createGain() {
        const values: number[] = []
        const set = (value: number) => values.push(value)
        const gain = { setValueAtTime: set, linearRampToValueAtTime: set }
        return { gain, connect() {}, loudness: () => Math.max(...values) }
      }
      createOscillator() {
        let to = { loudness: () => 0 }
        const connect = (next: typeof to) => (to = next)
        const start = (at: number) => void (at < 0.1 && globalThis.loudnesses.push(to.loudness()))
        return { frequency: {}, connect, start, stop() {} }
      }
    }
    Object.assign(globalThis, { AudioContext: Stub })
  })
const heard = (page: Page) => page.evaluate(() => globalThis.loudnesses)

test('sound is tested, made quieter and turned off, by each person for themselves [AN-2]', async ({ page, world }) => {
  const { portal } = world
  const ward = await createWard(portal, 'Sorrel', 1)
  const [ada, grace] = [
    await addPerson(world, { clinic_ids: [ward.clinic_id] }),
    await addPerson(world, { clinic_ids: [ward.clinic_id] }),
  ]
  await listen(page)
  await openAs(page, portal.http, ada)
  const open = async () => {
    await page.getByRole('button', { name: /^Hello, / }).click()
    await page.getByRole('menuitem', { name: 'Sound' }).click()
  }
  const isOn = page.getByRole('switch', { name: 'Sound for notifications' })
  const volume = page.getByRole('slider', { name: 'Volume' })

  await open()
  await expect(isOn).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Test: Danger' }).click()
  await page.getByRole('button', { name: 'Test: Warning' }).click()
  await volume.press('Home')
  await page.getByRole('button', { name: 'Test: Danger' }).click()
  await expect.poll(() => heard(page)).toEqual([0.6, 0.36, 0.1])
  await isOn.uncheck({ force: true })
  await page.reload()
  await open()
  await expect(isOn).not.toBeChecked()
  await expect(volume).toHaveAttribute('aria-valuenow', '0.1')
  await page.keyboard.press('Escape')

  // Turned off, a danger is only seen; turned on again, it is heard.
  const [bed] = ward.beds
  const device = connectDevice({ url: portal.mqtt, deviceId: bed!.device_id, password: bed!.key.password })
  const start = Date.now() - 5 * 60_000
  device.send([0, 1, 2, 3, 4, 5].map((minute) => ({ ts: start + minute * 60_000, rr: 40, dist: 0.8 })))
  await device.drained()
  await expect(page.getByText('Extremely High Respiratory').first()).toBeVisible({ timeout: 60_000 })
  await open()
  expect(await heard(page)).toEqual([])
  await isOn.check({ force: true })
  await expect.poll(() => heard(page)).toContain(0.1)
  await page.keyboard.press('Escape')

  await signOut(page)
  await signIn(page, portal.http, grace)
  await open()
  await expect(volume).toHaveAttribute('aria-valuenow', '0.6')
  await device.close()
})
