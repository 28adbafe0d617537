import { type ComponentType, useState } from 'react'
import { sayFailed } from './say-done.tsx'

/**
 * Fetches what a button opens when someone is about to press it.
 * @returns `Part`, null until it is opened, to render instead of the button; `button`, the button's handlers until then
 */
export function useWantedPart<P>(load: () => Promise<ComponentType<P>>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)

  async function open() {
    try {
      const loaded = await load()
      setPart(() => loaded)
    } catch (error) {
      sayFailed(error)
    }
  }
  // A failure doesn't matter here: the click tries again.
  const prepare = () => void load().catch(() => {})
  return { Part, button: { onPointerEnter: prepare, onFocus: prepare, onClick: () => void open() } }
}
