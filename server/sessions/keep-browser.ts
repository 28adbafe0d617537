import type { Ctx } from '../platform/context.ts'
import { isKnownBrowser, saveBrowser } from './browsers.sql.ts'
import { hashToken, newToken } from './token.ts'

/**
 * From now on the browser of this call is known to the account: strangers' wrong guesses don't stop it (DO-4). It keeps
 * the token it has if that is one of ours, because several people may use one browser.
 */
export async function keepBrowser(ctx: Ctx, user_id: string): Promise<void> {
  const { browser } = ctx
  if (!browser) return
  const isOurs = browser.token !== null && (await isKnownBrowser(ctx.db, hashToken(browser.token)))
  const token = isOurs ? browser.token : newToken()
  await saveBrowser(ctx, user_id, hashToken(token))
  browser.keep(token)
}

/** Whether the browser of this call is known to the account. */
export const isBrowserOf = async ({ db, browser }: Ctx, { email }: { readonly email: string }): Promise<boolean> =>
  browser?.token ? isKnownBrowser(db, hashToken(browser.token), email) : false
