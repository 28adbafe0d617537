import { useLayoutEffect, useState } from 'react'

/** @returns the element's height in pixels, or 0 until it is rendered */
export function useHeight(element: HTMLElement | null): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    if (!element) return setHeight(0)
    const sizes = new ResizeObserver(() => setHeight(element.offsetHeight))
    setHeight(element.offsetHeight)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  return height
}
