import { useEffect, useRef } from 'react'
import { useAddressChoice } from './address-choice.ts'

/**
 * Opens what the address asks for, once: `/clinic/residents?act=add`. So an act is found by search and can be linked.
 * @param acts by their names in the address
 */
export function useWantedAct(acts: Readonly<Record<string, () => void>>): void {
  const [{ act }, keep] = useAddressChoice(['act'])
  const latest = useRef({ acts, keep })
  latest.current = { acts, keep }
  useEffect(() => {
    if (!act) return
    latest.current.acts[act]?.()
    void latest.current.keep({ act: null })
  }, [act])
}
