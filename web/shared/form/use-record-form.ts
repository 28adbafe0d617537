import type { Fields, Rule } from '@eupnea/contract/field-kinds.ts'
import { useMemo } from 'react'
import { broughtIn, changedFields, changesOf, formRules, typedOf } from './record.ts'
import { useFormValues } from './use-form-values.ts'

/**
 * A record's form: what was typed, what is wrong with it, and which changes to send.
 * @param fields module-level, as is `rules`
 * @param kept the record the form started from; null: a new one
 */
export function useRecordForm<F extends Fields>(
  fields: F,
  rules: readonly Rule<F>[],
  kept: Parameters<typeof typedOf<F>>[1],
) {
  const before = useMemo(() => typedOf(fields, kept), [fields, kept])
  const isNew = kept === null
  const judged = useMemo(() => formRules(fields, rules, isNew ? null : before), [fields, rules, before, isNew])
  const form = useFormValues(before, judged)
  const changed = changedFields(fields, before, form.values)
  return {
    ...form,
    fields,
    isChanged: changed.length > 0,
    changes: changesOf(fields, before, form.values),
    /** after someone else's change: keeps what was typed, and takes all else from the current record */
    bringIn: (now: NonNullable<typeof kept>) =>
      form.reset(broughtIn(fields, before, typedOf(fields, now), form.values)),
    /** labels of the fields that someone else has changed */
    changedIn: (now: NonNullable<typeof kept>) =>
      changedFields(fields, before, typedOf(fields, now)).map((name) => fields[name]?.label?.() ?? name),
  }
}

export type RecordFormState<F extends Fields> = ReturnType<typeof useRecordForm<F>>
