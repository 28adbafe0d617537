/** What somebody types after `Ctrl K` while the search is being fetched: nobody waits for it. */
export interface TypedAhead {
  /** @returns whether the key was kept */
  add(event: KeyboardEvent): boolean
  /** begins anew */
  begin(): void
  /** ends it, and gives what was typed so far */
  take(): Typed
}

interface Typed {
  readonly text: string
  /** Enter was pressed after it */
  readonly isEntered: boolean
}

const nothing: Typed = { text: '', isEntered: false }

export function createTypedAhead(): TypedAhead {
  let typed: Typed | null = null
  return {
    add({ key, ctrlKey, metaKey, altKey }) {
      if (!typed || typed.isEntered || ctrlKey || metaKey || altKey) return false
      if (key === 'Enter') typed = { ...typed, isEntered: typed.text !== '' }
      else if (key === 'Backspace') typed = { text: typed.text.slice(0, -1), isEntered: false }
      else if (key.length === 1) typed = { text: typed.text + key, isEntered: false }
      else return false
      return true
    },
    begin() {
      typed = nothing
    },
    take() {
      const taken = typed ?? nothing
      typed = null
      return taken
    },
  }
}
