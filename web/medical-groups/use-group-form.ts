import { useRef, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { faultsOf, type GroupFaults, type GroupValues } from './group-values.ts'

/** Values and faults of the form of a medical group. What was typed stays, whatever the portal says. */
export function useGroupForm(initial: GroupValues) {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<GroupFaults>({})
  /** a new object for each refused attempt: only then the focus moves */
  const [attempt, setAttempt] = useState<object | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnFirstFault(formRef, attempt)

  /** A fault goes as soon as its field is changed. */
  function change(next: Partial<GroupValues>) {
    setValues((before) => ({ ...before, ...next }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))))
  }

  function refuseWith(found: GroupFaults) {
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
    const [field] = (error instanceof ApiError && error.field ? error.field : '').split('.')
    if (!field || !(field in values)) return false
    refuseWith({ [field]: error.message })
    return true
  }

  function reset(next: GroupValues) {
    setValues(next)
    setFaults({})
  }
  return { values, faults, formRef, change, check, refuse, reset }
}
