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
  const shown: Record<Side, string[]> = { app: [], plain: [] }
  await server.ask({ do: 'still', at: Date.now() })
  for (const side of sides) {
    const open = await openPage(browser, addressesOf(url)[side], { viewport })
    await waitForCards(open, cards)
    // The order settles with the first values.
    await sleep(5_000)
    shown[side] = await readCards(open, comparedCards)
    await open.close()
  }
  await server.ask({ do: 'still', at: null })
  for (const [index, card] of shown.app.entries())
    if (card !== shown.plain[index]) throw new Error(`Card ${index} differs:\n${card}\n${shown.plain[index]}`)
  return shown.app.length
}
