import { createHash } from 'node:crypto'
import type { Ctx } from '../platform/context.ts'

/** Views that this node has recorded and needn't look up or record again for a while. */

const most = 10_000
/** when each is to be recorded again, ms */
const dueAgain = new Map<string, number>()

/** Who looked from where at what; null: neither a person nor a display. */
const keyOf = ({ actor, address }: Ctx, view: object): string | null =>
  actor.type === 'user' || actor.type === 'display'
    ? createHash('sha256')
        .update(JSON.stringify([actor.id, address, view]))
        .digest('base64')
    : null

export function isRecordedOfLate(ctx: Ctx, view: object): boolean {
  const key = keyOf(ctx, view)
  return key !== null && (dueAgain.get(key) ?? 0) > performance.now()
}

/** Remembers it from the commit on, which may fail. */
export function rememberRecorded(ctx: Ctx, view: object, minutes: number): void {
  const key = keyOf(ctx, view)
  if (key === null) return
  ctx.onCommit(() => {
    const now = performance.now()
    for (const [old, due] of dueAgain) {
      if (due >= now && dueAgain.size < most) break
      dueAgain.delete(old)
    }
    dueAgain.delete(key)
    dueAgain.set(key, now + minutes * 60_000)
  })
}
