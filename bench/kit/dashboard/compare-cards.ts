import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import type { Child } from '../child.ts'
import { openPage, readCards, waitForCards } from './browser.ts'
import type { ServeAnswer, ServeAsk } from './serve.ts'

export type Side = 'app' | 'plain'
export const sides: readonly Side[] = ['app', 'plain']

/** The built app and the hand-written page on the server at this address. */
export const addressesOf = (url: string): Record<Side, string> => ({
  app: `${url}/clinic/profile`,
  plain: `${url}/plain`,
})

/** In and near the window. */
const comparedCards = 42

/**
 * Both pages must show the same for their times to be comparable.
 * @returns how many cards were compared; throws an Error at the first that differs
 */
export async function compareCards(
  browser: Browser,
  server: Child<ServeAsk, ServeAnswer>,
  url: string,
  cards: number,
  viewport: { readonly width: number; readonly height: number },
): Promise<number> {
  // A value's age is shown too.
  const stillAt = Date.now()
  await server.ask({ do: 'still', at: stillAt })
  const read = async (side: Side) => {
    const open = await openPage(browser, addressesOf(url)[side], { viewport, stillAt })
    await waitForCards(open, cards)
    // The order settles with the first values.
    await sleep(5_000)
    const shown = await readCards(open, comparedCards)
    await open.close()
    return shown
  }
  const [app, plain] = await Promise.all([read('app'), read('plain')])
  await server.ask({ do: 'still', at: null })
  for (const [index, card] of app.entries())
    if (card !== plain[index]) throw new Error(`Card ${index} differs:\n${card}\n${plain[index]}`)
  return app.length
}
