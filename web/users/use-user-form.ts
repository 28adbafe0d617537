import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../shared/api.ts'
import { useFocusOnFirstFault } from '../shared/form/focus-first-fault.ts'
import { faultsOf, noValues, type UserFaults, type UserValues } from './user-values.ts'

const none: UserFaults = {}

/** Values and faults of the form of a user. What was typed stays, whatever the portal says. */
export function useUserForm(initial: UserValues, kept: UserValues = noValues) {
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<UserFaults>(none)
  /** a new object for each refused attempt: only then the focus moves */
  const [attempt, setAttempt] = useState<object | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnFirstFault(formRef, attempt)

  /** A fault goes as soon as its field is changed. */
  const change = useCallback((next: Partial<UserValues>) => {
    setValues((before) => ({ ...before, ...next }))
    const touched = Object.keys(next).flatMap((name) =>
      name === 'country' || name === 'number' ? ['contact'] : [name],
    )
    if ('is_otp_enabled' in next) touched.push('contact')
    setFaults((before) => {
      if (!touched.some((name) => name in before)) return before
      return Object.fromEntries(Object.entries(before).filter(([name]) => !touched.includes(name)))
    })
  }, [])

  /** @returns whether the values may be sent */
  const check = () => {
    const found = faultsOf(values, kept)
    setFaults(found)
    const isGood = Object.keys(found).length === 0
    if (!isGood) setAttempt({})
    return isGood
  }

  /** @returns whether the refusal is shown beside a field of the form */
  const refuse = (error: Error): boolean => {
    const field = fieldOf(error)
    if (!field || !formRef.current?.querySelector(`[name="${field}"], [data-field="${field}"]`)) return false
    setFaults({ [field]: error.message })
    setAttempt({})
    return true
  }
  return { values, faults, formRef, change, check, refuse, reset: setValues }
}

/** `clinic_ids.0` is a fault of clinic_ids. */
const fieldOf = (error: Error): string | undefined =>
  error instanceof ApiError ? error.field?.split('.')[0] : undefined
