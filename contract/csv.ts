import { z } from 'zod'
import type { Call } from './call.ts'

/**
 * Which answers are available as CSV, and with which columns: read from the contract, so that every new list gets it
 * (RP-8).
 */

export interface CsvTable {
  /** name of the list in the answer */
  readonly list: string
  readonly columns: readonly CsvColumn[]
}

export interface CsvColumn {
  /** `room`, or `device.device_id` one level down */
  readonly name: string
  readonly path: readonly string[]
}

interface Shape extends CsvTable {
  readonly keys: ReadonlySet<string>
  readonly required: readonly string[]
}

/** A list's path with it answers with CSV: `/residents.csv`. */
export const csvEnding = '.csv'

const known = new WeakMap<z.ZodType, readonly Shape[]>()

/** Signed-in calls that fetch a list. */
export const takesCsv = ({ method, access, carries, output }: Call): boolean =>
  method === 'GET' && access !== 'public' && carries === undefined && shapesOf(output).length > 0

/**
 * The list in an answer; if a call has several answers, their field names tell which one. @throws Error if there is
 * none
 */
export function csvTable({ name, output }: Pick<Call, 'name' | 'output'>, answer: object): CsvTable {
  const found = shapesOf(output).find(
    ({ keys, required }) =>
      Object.keys(answer).every((key) => keys.has(key)) && required.every((key) => Object.hasOwn(answer, key)),
  )
  if (!found) throw new Error(`${name} answered with no list of its contract`)
  return found
}

function shapesOf(output: z.ZodType): readonly Shape[] {
  const shapes = known.get(output) ?? optionsOf(output).flatMap(shapeOf)
  known.set(output, shapes)
  return shapes
}

const optionsOf = (schema: z.ZodType): readonly z.ZodType[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap((option) => optionsOf(option as z.ZodType)) : [schema]

/** The list is `items`, or has the specification's name where the answer is paged. */
function shapeOf(schema: z.ZodType): Shape[] {
  if (!(schema instanceof z.ZodObject)) return []
  const fields = Object.entries<z.ZodType>(schema.shape)
  const isPaged = 'pagination' in schema.shape
  for (const [list, field] of fields) {
    if (!(field instanceof z.ZodArray) || (list !== 'items' && !isPaged)) continue
    const columns = columnsOf(field.element as z.ZodType)
    if (columns.length === 0) continue
    const required = fields.filter(([, value]) => !(value instanceof z.ZodOptional)).map(([key]) => key)
    return [{ list, columns, keys: new Set(Object.keys(schema.shape)), required }]
  }
  return []
}

/** Columns of a row; nested objects are flattened one level. */
function columnsOf(row: z.ZodType): CsvColumn[] {
  const names = new Map<string, CsvColumn>()
  for (const [key, field] of fieldsOf(row)) {
    const inner = fieldsOf(field)
    const paths = inner.length > 0 ? inner.map(([name]) => [key, name]) : [[key]]
    for (const path of paths) names.set(path.join('.'), { name: path.join('.'), path })
  }
  return [...names.values()]
}

/** Fields of an object, or of every object in a union; empty for anything else. */
const fieldsOf = (schema: z.ZodType): [string, z.ZodType][] =>
  optionsOf(bare(schema))
    .map(bare)
    .flatMap((option) => (option instanceof z.ZodObject ? Object.entries<z.ZodType>(option.shape) : []))

function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType)
  return schema
}
