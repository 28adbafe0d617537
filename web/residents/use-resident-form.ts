import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { faultsOf, type ResidentFaults, type ResidentValues } from './resident-values.ts'

const none: ResidentFaults = {}

/** Values and faults of the form of a resident. What was typed stays, whatever the portal says. */
export function useResidentForm(initial: ResidentValues) {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<ResidentFaults | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnFirstFault(formRef, faults)

  /** A fault goes as soon as its field is changed. */
  const change = useCallback((next: Partial<ResidentValues>) => {
    setValues((before) => ({ ...before, ...next }))
    setFaults((before) => {
      if (!before || !Object.keys(next).some((name) => name in before)) return before
      return Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next)))
    })
  }, [])

  /** @returns whether the values may be sent */
  function check(): boolean {
    const found = faultsOf(values, tomorrow())
    setFaults(found)
    return Object.keys(found).length === 0
  }

  /** @returns whether the refusal is shown beside a field of the form */
  function refuse(error: unknown): boolean {
    const field = error instanceof ApiError ? error.field : undefined
    if (!field || !formRef.current?.querySelector(`[name="${field}"], [data-field="${field}"]`)) return false
    setFaults({ [field]: (error as ApiError).message })
    return true
  }

  /** The fault of a field that is none of the record's own. */
  const note = (field: string, fault: string | undefined) =>
    setFaults((before) => {
      const { [field]: _gone, ...others } = before ?? none
      return fault ? { ...others, [field]: fault } : others
    })
  return { values, faults: faults ?? none, formRef, change, check, refuse, note, reset: setValues }
}

/** It may be tomorrow already where the person lives. */
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
