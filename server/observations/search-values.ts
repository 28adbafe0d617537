import type { FhirSearch } from '@eupnea/contract/observations.ts'
import { m } from '@eupnea/texts'
import { refusedInput } from '../platform/errors.ts'

/** Values of search parameters, as FHIR has them: commas separate alternatives, `\` escapes. */

/** 400 naming the parameter. */
export const badValue = (name: string, message: string) =>
  refusedInput([{ field: name, code: 'invalid', message }], true)

/** Splits at separators that no backslash escapes; the escapes stay. */
function splitAt(text: string, separator: ',' | '|'): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const length = text[at] === '\\' ? 2 : 1
    if (text[at] === separator) parts.push('')
    else parts[parts.length - 1] += text.slice(at, at + length)
    at += length - 1
  }
  return parts
}

/** A value without its escapes. */
export const textOf = (text: string): string => text.replaceAll(/\\([\\,|$])/g, '$1')

/** Each value's alternatives, with their escapes. @throws 400 for an empty one */
export function alternativesOf(name: string, given: unknown): string[][] {
  return ((given ?? []) as readonly string[]).map((text) => {
    const found = splitAt(text, ',')
    if (found.some((one) => one === '')) throw badValue(name, m.observation_value_empty())
    return found
  })
}

export interface Token {
  /** undefined: any; '': none */
  readonly system: string | undefined
  /** '': any of the system */
  readonly code: string
}

export function tokenOf(text: string): Token {
  const [first = '', ...rest] = splitAt(text, '|').map(textOf)
  return rest.length === 0 ? { system: undefined, code: first } : { system: first, code: rest.join('|') }
}

/** Whether a coding of ours is what is asked for. */
export const isToken = (coding: { readonly system: string; readonly code: string }, text: string): boolean => {
  const { system, code } = tokenOf(text)
  return (
    (system === undefined || system === coding.system) &&
    (code === coding.code || (code === '' && system !== undefined))
  )
}

/** The id in `Patient/123`, in the same at our own address, or alone. @throws 400 for anything else */
export function referenceOf(name: string, text: string, type: string, base: string): string {
  const plain = textOf(text)
  const local = plain.startsWith(`${base}/`) ? plain.slice(base.length + 1) : plain
  const id = local.startsWith(`${type}/`) ? local.slice(type.length + 1) : local
  if (!/^[A-Za-z0-9_.:@-]{1,64}$/.test(id)) throw badValue(name, m.observation_value_reference({ type }))
  return id
}

/** @throws 400 unless it is `true` or `false` */
export function flagOf(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw badValue(name, m.observation_value_flag())
  return text === 'true'
}

/** What an input asks for, by parameter, without the parameters about the answer. */
export const criteriaOf = (search: FhirSearch): [name: string, given: unknown][] =>
  Object.entries(search).filter(
    ([name, value]) => value !== undefined && !['_count', '_sort', '_summary', '_format', '_page'].includes(name),
  )
