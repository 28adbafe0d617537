import { queryClient } from './query.ts'

/** A list prints whole, so its other rows are fetched first: once a browser prints, it waits for nothing (EA-5). */

const preparing = new Set<() => Promise<void>>()

/** @param prepare shows what is printed instead of what is on the screen, until `afterprint` */
export function prepareForPrint(prepare: () => Promise<void>): () => void {
  preparing.add(prepare)
  return () => void preparing.delete(prepare)
}

export const isPrintPrepared = (): boolean => preparing.size > 0

/** What the new rows ask for in their turn, such as sparklines, is worth so long a wait, ms. */
const mostWaitMs = 10_000

/** Opens the print dialog once all that the page needs is there. */
export async function printPage(): Promise<void> {
  await Promise.all([...preparing].map((prepare) => prepare()))
  const end = Date.now() + mostWaitMs
  do await new Promise((drawn) => setTimeout(drawn, 100))
  while (queryClient.isFetching() > 0 && Date.now() < end)
  print()
}
