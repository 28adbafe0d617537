import { type ComponentType, lazy } from 'react'
import { notReached } from './api-error.ts'
import { isReached } from './reached.ts'
import { sayFailed } from './say-done.tsx'

/** Parts of the app that are fetched when they are needed, as a page or a dialog. */

const retryMs = 2_000

const lostStyles = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target)
  },
  true,
)

/** @throws ApiError when it is not reached */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // A script that was asked for in vain is not asked for again by Chromium while the page is open.
  if (!navigator.onLine && !(await isReached())) throw notReached()
  const part = await load().catch(() => {
    throw notReached()
  })
  // Styles are asked for once by what loads them.
  for (const link of lostStyles) link.replaceWith(link.cloneNode())
  lostStyles.clear()
  return part
}

/** A part of a page. With the network away it says so and comes later: the page that it is of stays. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await untilReached(load) }))

async function untilReached<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await fetchPart(load)
    } catch (error) {
      if (tries === 1) sayFailed(error)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
}
