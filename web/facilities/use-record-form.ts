import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import type { Faults } from './facility-values.ts'
import { filledOf, type Line } from './lines.ts'

type Values = Readonly<Record<string, string | readonly Line[]>>

/**
 * Values and faults of a form. What was typed stays, whatever the portal says. From the first attempt on, the faults of
 * a field follow what is typed into it.
 * @param faultsOf module-level
 */
export function useRecordForm<V extends Values>(initial: V, faultsOf: (values: V) => Faults) {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  /** a new object for each refused attempt: only then the focus moves */
  const [attempt, setAttempt] = useState<object | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnFirstFault(formRef, attempt)

  const change = useCallback(
    (next: Partial<V>) => {
      const now = { ...values, ...next }
      setValues(now)
      if (!attempt) return
      const isTouched = ([name]: [string, string]) => (name.split('.')[0] ?? '') in next
      setFaults((before) =>
        Object.fromEntries([
          ...Object.entries(before).filter((fault) => !isTouched(fault)),
          ...Object.entries(faultsOf(now)).filter(isTouched),
        ]),
      )
    },
    [values, attempt, faultsOf],
  )

  function refuseWith(found: Faults) {
    setFaults(found)
    setAttempt({})
  }

  /** @returns whether the values may be sent */
  function check(): boolean {
    const found = faultsOf(values)
    if (Object.keys(found).length === 0) return true
    refuseWith(found)
    return false
  }

  /** @returns whether the refusal is shown beside a field of the form */
  function refuse(error: Error): boolean {
    const [field = '', index] = (error instanceof ApiError && error.field ? error.field : '').split('.')
    if (!field || !formRef.current?.querySelector(`[name="${field}"], [data-field="${field}"]`)) return false
    const list = values[field]
    const line = typeof list === 'object' && index !== undefined ? filledOf(list)[Number(index)] : undefined
    refuseWith({ [line ? `${field}.${line.key}` : field]: error.message })
    return true
  }

  /** a fault stands beside a field already */
  const focusFault = () => setAttempt({})

  function reset(next: V) {
    setValues(next)
    setFaults({})
    setAttempt(null)
  }
  return { values, faults, formRef, change, check, refuse, focusFault, reset }
}
