import type { Fields } from '@eupnea/contract/field-kinds.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dropDraft, isTypingInterrupted, keepDraft, readDraft } from '../drafts.ts'
import { type Line, lineOf } from './lines.ts'
import { broughtIn, type Typed, withoutSecrets } from './record.ts'

interface FormDraft<F extends Fields> {
  /** what the form began with */
  readonly base: Typed<F>
  readonly typed: Typed<F>
}

/** What a form begins with: what it would without a draft, and what was typed into it before it was interrupted. */
export function resumed<F extends Fields>(fields: F, of: string, begun: Typed<F>): Typed<F> {
  const draft = readDraft<FormDraft<F>>(of)
  if (!draft) return begun
  // The portal may have been updated meanwhile, with other fields.
  return broughtIn(fields, { ...begun, ...draft.base }, begun, { ...begun, ...withNewKeys(draft.typed) })
}

/** After a reload lines are counted from the beginning. */
const withNewKeys = <F extends Fields>(typed: Typed<F>): Typed<F> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as readonly Line[]).map((line) => ({ ...line, key: lineOf().key })) : value,
    ]),
  ) as Typed<F>

/** Keeps what was typed, but for secrets, if the form goes without its person's doing. */
export function keepIfInterrupted<F extends Fields>(fields: F, of: string, { base, typed }: FormDraft<F>): void {
  if (isTypingInterrupted()) keepDraft(of, { base, typed: withoutSecrets(fields, base, typed) })
}

/** @param of names the form and its record; null: nothing is kept */
export const useResumed = <F extends Fields>(fields: F, of: string | null, begun: Typed<F>) =>
  useState(() => (of === null ? begun : resumed(fields, of, begun)))[0]

/** Keeps what is typed over the end of the session and a time without activity, until the form is opened again. */
export function useTypingKept<F extends Fields>(fields: F, of: string | null, draft: FormDraft<F>): void {
  useKeptOnLeaving(of, (name) => keepIfInterrupted(fields, name, draft))
}

/**
 * The same for a form that isn't made from fields. What it holds is kept whole, so it must hold no secrets.
 * @param of names the form and what it is about
 */
export function useKeptState<T>(of: string, start: T) {
  const [value, setValue] = useState(() => readDraft<T>(of) ?? start)
  useKeptOnLeaving(of, (name) => isTypingInterrupted() && keepDraft(name, value))
  return [value, setValue] as const
}

function useKeptOnLeaving(of: string | null, keep: (of: string) => void): void {
  const latest = useRef(keep)
  useLayoutEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (of !== null) dropDraft(of)
  }, [of])
  // Before the page behind it says that it has changed: somebody who signs out by hand leaves nothing.
  useLayoutEffect(
    () => () => {
      if (of !== null) latest.current(of)
    },
    [of],
  )
}
