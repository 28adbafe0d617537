import type { RawBuilder } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { type Condition, selectRows } from './rows.sql.ts'
import type { SearchPage } from './search-page.ts'
import { alternativesOf, criteriaOf } from './search-values.ts'

interface Asked {
  /** of the parameter, such as `exact` */
  readonly modifier: string | undefined
  /** address of the endpoint */
  readonly base: string
  /** ms */
  readonly now: number
}

/** A kind of resource that is kept as rows of a view. */
export interface Kind {
  readonly view: string
  readonly id: string
  readonly sortable: Readonly<Record<string, RawBuilder<unknown>>>
  /** by parameter: the condition for a value with its alternatives. @throws 400 for values that make no sense */
  readonly conditions: Readonly<Record<string, (given: readonly string[], asked: Asked) => Condition>>
}

/** The rows of a page of a search. @throws 400 */
export function searchRows<Row>(ctx: Ctx, kind: Kind, page: SearchPage, base: string) {
  const conditions = criteriaOf(page.search).flatMap(([sent, given]) => {
    const [name, modifier] = sent.split(':') as [string, string | undefined]
    return alternativesOf(sent, given).map((one) => kind.conditions[name]!(one, { modifier, base, now: page.begun }))
  })
  return selectRows<Row>(ctx, kind, conditions, page)
}
