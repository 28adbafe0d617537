import type { Fields, Rule } from '@eupnea/contract/field-kinds.ts'
import { useMemo, useState } from 'react'
import { appliedFields, broughtIn, changedFields, changesOf, formRules, type Typed, typedOf } from './record.ts'
import { type HeldValues, useFormValues } from './use-form-values.ts'
import { useResumed, useTypingKept } from './use-typing-kept.ts'

/** Of fields that no rule holds together. */
export const noRules: readonly never[] = []

/**
 * A record's form: what was typed, what is wrong with it, and which changes to send.
 * @param fields module-level, as is `rules`
 * @param kept the record that the form started from; null: a new one
 * @param start what a new one begins with
 * @param outlasts a name of the form and its record: what was typed outlasts the session and a time without activity; or
 * what is typed, where it outlasts the form anyhow
 */
export function useRecordForm<F extends Fields>(
  fields: F,
  rules: readonly Rule<F>[],
  kept: Parameters<typeof typedOf<F>>[1],
  start: Parameters<typeof typedOf<F>>[1] = null,
  outlasts?: string | HeldValues<Typed<F>>,
) {
  const before = useMemo(() => typedOf(fields, kept), [fields, kept])
  const [begun] = useState(() => typedOf(fields, kept ?? start))
  const isNew = kept === null
  const judged = useMemo(() => formRules(fields, rules, isNew ? null : before), [fields, rules, before, isNew])
  const [draft, held] = typeof outlasts === 'string' ? [outlasts] : [null, outlasts]
  const form = useFormValues(useResumed(fields, draft, begun), judged, held)
  useTypingKept(fields, draft, { base: isNew ? begun : before, typed: form.values })
  const applied = appliedFields(fields, before, form.values)
  const changed = changedFields(applied, isNew ? begun : before, form.values)
  return {
    ...form,
    /** those that the record has as it is typed */
    fields: applied,
    isChanged: changed.length > 0,
    changes: changesOf(applied, before, form.values),
    /** somebody changed the record meanwhile: what was typed stays, all else is as it is now */
    bringIn: (now: NonNullable<typeof kept>) =>
      form.reset(broughtIn(fields, before, typedOf(fields, now), form.values)),
    /** somebody changed the record meanwhile: all is as it is now */
    startAnew: (now: NonNullable<typeof kept>) => form.reset(typedOf(fields, now)),
    /** labels of the fields that somebody changed meanwhile */
    changedIn: (now: NonNullable<typeof kept>) =>
      changedFields(fields, before, typedOf(fields, now)).map((name) => fields[name]?.label?.() ?? name),
  }
}

export type RecordFormState<F extends Fields> = ReturnType<typeof useRecordForm<F>>
