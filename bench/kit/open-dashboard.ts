import type { Browser, Page } from '@playwright/test'
import { sessionCookie } from '../../server/platform/session-cookie.ts'

/**
 * The portal's own dashboard of a person's facility, once it is live.
 * @param token of their session
 * @param script path of what runs in the page before everything else
 */
export async function openDashboard(browser: Browser, http: string, token: string, script?: string): Promise<Page> {
  const context = await browser.newContext()
  await context.addCookies([{ name: sessionCookie(false), value: token, url: http }])
  const page = await context.newPage()
  if (script) await page.addInitScript({ path: script })
  await page.goto(`${http}/clinic/profile`)
  await page.locator('.live[data-kind=live]').waitFor()
  return page
}
