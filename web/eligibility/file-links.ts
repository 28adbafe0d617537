import { fileLinkMinutes } from '@eupnea/contract/files.ts'

/** Links are made anew so long before they end that nobody presses one that has ended, ms. */
export const refreshMs = (fileLinkMinutes - 5) * 60_000

/**
 * A link as this page can use it: whatever name the portal calls itself by, it is the one that the page came from.
 * @param fileLink as the call gives it, with the portal's own address
 */
export function linkHere(fileLink: string): string {
  const { pathname, search } = new URL(fileLink)
  return pathname + search
}
