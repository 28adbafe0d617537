import { beginDirectorySignIn } from '@eupnea/contract/directory.ts'
import { send } from '../shared/api.ts'

/** What ties a sign-in by the house's directory to this tab (SI-1). */

const key = 'eupnea.directoryBrowser'

/**
 * Leaves for the directory.
 * @param isProof it is to ask for their proof, although it knows them
 * @throws ApiError if it isn't reached
 */
export async function goToDirectory(isProof = false): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const browser = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const { url } = await send(beginDirectorySignIn, { browser, is_proof: isProof })
  sessionStorage.setItem(key, browser)
  location.assign(url)
}

/** Once, for the way back; null: this tab didn't begin it. */
export function takeBrowser(): string | null {
  const browser = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return browser
}
