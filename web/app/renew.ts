import { onReturn } from '../shared/live/index.ts'
import { queryClient } from '../shared/query.ts'
import { isWall } from './wall-paths.ts'

/**
 * After an update, open pages still run the old version. A wall display reloads immediately, because nobody touches it
 * for weeks (DA-7). Other pages reload when somebody goes to another page, so that nothing being typed is lost.
 */

let isOutdated = false

/** Loads the page anew if the portal has a newer one and nothing is on its way to be saved. */
export function renew(): void {
  if (isOutdated && queryClient.isMutating() === 0) location.reload()
}

async function look(): Promise<void> {
  const script = document.querySelector('script[type=module]')?.getAttribute('src')
  const answer = await fetch('/', { cache: 'no-cache' }).catch(() => null)
  if (!script || !answer?.ok || (await answer.text()).includes(script)) return
  isOutdated = true
  if (isWall()) renew()
}

/** @returns a function that stops it */
export const startRenewal = (): (() => void) => onReturn(() => void look())
