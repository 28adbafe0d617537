/**
 * The messages of one tick, serialised once for all connections: one by one or as an array, each only when first
 * needed.
 */
export class Frame {
  /** JSON texts by device; '' where a message is about none */
  readonly messages: readonly { readonly deviceId: string; readonly text: string }[]
  #texts: readonly Buffer[] | null = null
  #array: Buffer | null = null

  constructor(messages: Frame['messages']) {
    this.messages = messages
  }

  only(fits: (deviceId: string) => boolean): Frame {
    return new Frame(this.messages.filter(({ deviceId }) => fits(deviceId)))
  }

  get texts(): readonly Buffer[] {
    this.#texts ??= this.messages.map(({ text }) => Buffer.from(text))
    return this.#texts
  }

  get array(): Buffer {
    this.#array ??= Buffer.from(`[${this.messages.map(({ text }) => text).join(',')}]`)
    return this.#array
  }
}
