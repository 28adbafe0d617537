import type { Log } from './log.ts'

export type Closer = () => Promise<unknown> | unknown

/** Stops the parts in the reverse order of their start. @throws AggregateError when some failed */
export async function stopParts(closers: readonly Closer[], log: Log): Promise<void> {
  const faults: unknown[] = []
  for (const close of closers.toReversed())
    try {
      await close()
    } catch (error) {
      // The other parts still have readings to store and connections to close.
      log.error({ err: error }, 'a part was not stopped cleanly')
      faults.push(error)
    }
  if (faults.length > 0) throw new AggregateError(faults, 'not stopped cleanly')
}
