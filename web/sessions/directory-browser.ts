import { beginDirectorySignIn } from '@eupnea/contract/directory.ts'
import { send } from '../shared/api.ts'

/** What ties a sign-in by the house's directory to this tab (SI-1). */

const key = 'eupnea.directoryBrowser'

/** Leaves for the directory. @throws ApiError if it isn't reached */
export async function goToDirectory(): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const browser = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const { url } = await send(beginDirectorySignIn, { browser })
  sessionStorage.setItem(key, browser)
  location.assign(url)
}

/** Once, for the way back; null: this tab didn't begin it. */
export function takeBrowser(): string | null {
  const browser = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return browser
}
