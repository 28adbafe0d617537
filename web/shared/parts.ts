import { type ComponentType, lazy } from 'react'
import { ApiError, notReached } from './api-error.ts'
import { isReached } from './reached.ts'
import { sayFailed } from './say-done.tsx'

/** Parts of the app fetched on demand, such as a page or a dialog. */

const retryMs = 2_000

const lostStyles = new Set<HTMLLinkElement>()
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lostStyles.add(target)
  },
  true,
)

/** @throws ApiError if it can't be reached, or its script fails */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  // After failing once, Chromium doesn't request a script again while the page is open.
  if (!navigator.onLine && !(await isReached())) throw notReached()
  const part = await load().catch(async () => {
    throw (await isReached()) ? new ApiError(500, {}) : notReached()
  })
  // Style sheets are requested only once by whatever loads them.
  for (const link of lostStyles) link.replaceWith(link.cloneNode())
  lostStyles.clear()
  return part
}

/** A part of a page. Offline, it says so and loads later; the page around it stays. */
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
