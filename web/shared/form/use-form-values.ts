import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../api-error.ts'
import { useFocusOnFirstFault } from './focus-first-fault.ts'

/** Error messages by field; for a list field, `field.key` of the line. */
export type Faults = Readonly<Record<string, string>>

export interface FormRules<V> {
  /** errors in the given values */
  readonly faultsOf: (values: V) => Faults
  /** other fields whose errors may change with these */
  readonly touchedBy?: (fields: readonly string[]) => readonly string[]
  /** maps a list line's index in the portal's answer to its key in the form */
  readonly lineKey?: (values: V, field: string, index: number) => string | number | undefined
}

/** Where the values of a form are. */
export type HeldValues<V> = readonly [V, (change: (before: V) => V) => void]

/**
 * Values and faults of a form. What was typed stays, whatever the portal says. From the first attempt on, the faults of
 * a field follow what is typed into it.
 * @param rules module-level, or memoised
 * @param held values that are kept elsewhere, from the first drawing to the last
 */
export function useFormValues<V extends object>(initial: V, rules: FormRules<V>, held?: HeldValues<V>) {
  const own = useState(initial)
  const [values, setValues] = held ?? own
  const [faults, setFaults] = useState<Faults>({})
  /** why the portal refused, unless fields say all of it */
  const [refusal, setRefusal] = useState<unknown>(null)
  const dropRefusal = () => setRefusal(null)
  /** a new object for each refused attempt: only then does the focus move */
  const [attempt, setAttempt] = useState<object | null>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useFocusOnFirstFault(formRef, attempt)

  const change = useCallback(
    (next: Partial<V>) => {
      setValues((before) => ({ ...before, ...next }))
      if (!attempt) return
      const now = { ...values, ...next }
      const fields = Object.keys(next)
      const touched = new Set([...fields, ...(rules.touchedBy?.(fields) ?? [])])
      const isTouched = ([name]: [string, string]) => touched.has(name.split('.')[0] ?? '')
      setFaults((before) =>
        Object.fromEntries([
          ...Object.entries(before).filter((fault) => !isTouched(fault)),
          ...Object.entries(rules.faultsOf(now)).filter(isTouched),
        ]),
      )
    },
    [values, setValues, attempt, rules],
  )

  function refuseWith(found: Faults) {
    setFaults(found)
    setAttempt({})
  }

  /** @returns whether the values may be sent */
  function check(): boolean {
    const found = rules.faultsOf(values)
    if (Object.keys(found).length === 0) {
      dropRefusal()
      return true
    }
    refuseWith(found)
    return false
  }

  /** Shows each refused field its own message. @returns whether every message found a field */
  function saysBeside(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const { errors, field, message } = error
    const told = errors.length > 0 ? errors : [{ field: field ?? '', message }]
    const placed = told.flatMap((one) => {
      const [name = '', index] = one.field.split('.')
      if (!name || !formRef.current?.querySelector(`[name="${name}"], [data-field="${name}"]`)) return []
      const key = index === undefined ? undefined : rules.lineKey?.(values, name, Number(index))
      return [[key === undefined ? name : `${name}.${key}`, one.message] as const]
    })
    if (placed.length === 0) return false
    // If a field breaks several rules, the first is shown.
    refuseWith(Object.fromEntries(placed.reverse()))
    return placed.length === told.length
  }

  const refuse = (error: unknown) => setRefusal(saysBeside(error) ? null : error)

  /** Sets the error of a field that isn't part of the record. */
  const note = (field: string, fault: string | undefined) =>
    setFaults(({ [field]: _gone, ...others }) => (fault ? { ...others, [field]: fault } : others))

  /** an error is already shown beside a field */
  const focusFault = () => setAttempt({})

  function reset(next: V) {
    setValues(() => next)
    setFaults({})
    dropRefusal()
    setAttempt(null)
  }
  return { values, faults, refusal, formRef, change, check, refuse, dropRefusal, note, focusFault, reset }
}
