import type { Call } from '@eupnea/contract/call.ts'
import { z } from 'zod'
import { errorShapes } from './describe-call.ts'

/**
 * Names the records that calls answer with, so that the document has each once, under `components.schemas`: `Resident` is
 * what `listResidents` lists and `readResident` answers. A second shape of the same record is called after its call.
 */
export function nameShapes(calls: readonly Call[]): void {
  const names = new Set<string>(errorShapes.map(({ name }) => name))
  const named = new Set<z.ZodType>()
  const name = (shape: z.ZodType | null, wanted: string, otherwise: string): void => {
    if (!shape || named.has(shape)) return
    const free = names.has(wanted) ? otherwise : wanted
    if (names.has(free)) return
    z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id: free })
    names.add(free)
    named.add(shape)
  }
  const json = calls.filter(({ carries }) => carries !== 'download')
  for (const call of json.filter(({ name: of }) => of.startsWith('list')))
    name(listed(call.output), singular(recordOf(call)), `${singular(titled(call.name))}Item`)
  for (const call of json.filter(({ name: of }) => of.startsWith('read')))
    name(whole(call), recordOf(call), answerOf(call))
  for (const call of json) name(whole(call), answerOf(call), answerOf(call))
}

const titled = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** `listEhrImports` → `EhrImports` */
const recordOf = ({ name }: Call): string => name.replace(/^[a-z]+/, '')

const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

const answerOf = ({ name }: Call): string => `${titled(name)}Answer`

/** What a call answers with, unless it is nothing. */
const whole = ({ output }: Call): z.ZodType | null =>
  output instanceof z.ZodObject && Object.keys(output.shape).length > 0 ? output : null

/** One of the list in an answer. */
function listed(output: z.ZodType): z.ZodType | null {
  if (!(output instanceof z.ZodObject)) return null
  const lists = Object.values<z.ZodType>(output.shape).filter((field) => field instanceof z.ZodArray)
  const element = lists.length === 1 ? (lists[0]!.element as z.ZodType) : null
  return element instanceof z.ZodObject ? element : null
}
