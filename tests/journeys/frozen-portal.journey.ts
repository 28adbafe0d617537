import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { addPerson, expect, noSideways, openAs, test } from './portal.fixture.ts'

/** The portal stands still with its connections open, as a machine that swaps or a suspended one does. */

const badge = (page: Page) => page.locator('[role=status]', { hasText: /^(Live|No connection since)/ })

/** Notes when the portal last said anything on a live connection, ms since the epoch. */
async function noteLastWord(page: Page): Promise<() => number> {
  let at = 0
  page.on('websocket', (socket) => socket.on('framereceived', () => (at = Date.now())))
  return () => at
}

test('a portal that freezes is noticed within 12 s, with the instant of its last word, which stays [AN-9]', async ({
  page,
  context,
  world,
}) => {
  test.setTimeout(240_000)
  const { portal } = world
  const nurse = await addPerson(world)
  const lastWord = await noteLastWord(page)
  await openAs(page, portal.http, nurse)
  await expect(badge(page)).toHaveText('Live')
  // Nobody looks at this one: another tab is in front.
  const front = await context.newPage()
  await front.goto('about:blank')
  await front.bringToFront()
  let at = 0
  let seen = ''
  process.kill(portal.pid, 'SIGSTOP')
  try {
    const frozen = Date.now()
    await expect(badge(page)).toHaveText(/^No connection since \d\d:\d\d:\d\d$/, { timeout: 60_000 })
    at = Date.now()
    seen = (await badge(page).textContent())!
    console.info(`frozen to words: ${at - frozen} ms; last word to words: ${at - lastWord()} ms; ${seen}`)
    expect(at - lastWord()).toBeLessThan(12_000)
    const [hours, minutes, seconds] = /(\d\d):(\d\d):(\d\d)/.exec(seen)!.slice(1).map(Number) as [
      number,
      number,
      number,
    ]
    const shown = hours * 3_600 + minutes * 60 + seconds
    const clock = Temporal.Instant.fromEpochMilliseconds(lastWord()).toZonedDateTimeISO('Europe/London').toPlainTime()
    expect(Math.abs(shown - (clock.hour * 3_600 + clock.minute * 60 + clock.second))).toBeLessThanOrEqual(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(badge(page)).toBeVisible()
    await noSideways(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await sleep(15_000)
    expect(await badge(page).textContent()).toBe(seen)
  } finally {
    process.kill(portal.pid, 'SIGCONT')
  }
  await expect(badge(page)).toHaveText('Live', { timeout: 60_000 })
})
