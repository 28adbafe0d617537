import { useEffect, useRef } from 'react'

/**
 * The same act, which does nothing once the component has been left: whoever sent something and went on, for example
 * to another dialog of the same page, must not find that one closed when the answer comes.
 */
export function useWhileHere<A extends readonly unknown[], R>(act: (...given: A) => R): (...given: A) => R | undefined {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (...given) => (isHere.current ? act(...given) : undefined)
}
