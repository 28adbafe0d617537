import type { ChangedMessage } from '@eupnea/contract/live.ts'
import { Frame } from './frame.ts'

/** A change in what lists show. */
export type Change = Omit<ChangedMessage, 'action'>

/** A page whose connection takes longer than this after its first answers is older than its reader would bear. */
const rememberedMs = 120_000

/** The changes of the last two minutes, each once, for connections that come after them (LI-6). */
export class RecentChanges {
  /** by their content, oldest first, with when they were sent, ms */
  readonly #told = new Map<string, { readonly event: Change; readonly at: number }>()

  add(event: Change): void {
    const now = Date.now()
    const said = JSON.stringify(event)
    this.#told.delete(said)
    this.#told.set(said, { event, at: now })
    for (const [key, { at }] of this.#told) {
      if (now - at <= rememberedMs) break
      this.#told.delete(key)
    }
  }

  *ofLast(ms: number): Iterable<Change> {
    const since = Date.now() - Math.min(ms, rememberedMs)
    for (const { event, at } of this.#told.values()) if (at >= since) yield event
  }
}

export const changeFrame = ({ noun, clinic_id, patient_id, device_id }: Change): Frame =>
  frameOf({ action: 'changed', noun, clinic_id, patient_id, device_id }, device_id)

/** A display learns that something has changed, not of whom: they may be on another floor. */
export const bareChangeFrame = ({ noun, clinic_id }: Change): Frame => frameOf({ action: 'changed', noun, clinic_id })

const frameOf = (message: ChangedMessage, deviceId = ''): Frame =>
  new Frame([{ deviceId, text: JSON.stringify(message) }])
