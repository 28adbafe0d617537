import { fileLinkMinutes } from '@eupnea/contract/files.ts'

/** Links are renewed this long before they expire, so that nobody clicks an expired one, ms. */
export const refreshMs = (fileLinkMinutes - 5) * 60_000

/**
 * The link on this page's own origin, whatever name the portal calls itself.
 * @param fileLink as answered, with the portal's own address
 */
export function linkHere(fileLink: string): string {
  const { pathname, search } = new URL(fileLink)
  return pathname + search
}
