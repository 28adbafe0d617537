import { allFloors, type DashboardType } from '../shared/settings.ts'
import { type CardChoice, kinds, sorts } from './card-order.ts'

/** What the dashboard shows, as in its address; what is searched for isn't there (EA-2). */
export interface DashboardView extends Omit<CardChoice, 'search'> {
  readonly type: DashboardType
}

const typeNames = { minInfo: 'simple', default: 'default', moreInfo: 'detailed' } as const
const types = Object.keys(typeNames) as DashboardType[]

export const viewNames = ['floor', 'sort', 'only', 'view'] as const
type Address = Readonly<Partial<Record<(typeof viewNames)[number], string>>>

/** What the address says of the view: nothing, or everything but what it doesn't know. */
export function viewIn({ floor, sort, only, view }: Address): Partial<DashboardView> {
  if (floor === undefined && sort === undefined && only === undefined && view === undefined) return {}
  const type = types.find((one) => typeNames[one] === view)
  const order = sorts.find(({ id }) => id === sort)?.id
  // In views that were saved while silent sensors were counted apart.
  const chosen = only?.replace('offline', 'sensor').split(',') ?? []
  return {
    ...(floor && { floor }),
    ...(order && { sort: order }),
    ...(type && { type }),
    kinds: new Set(kinds.filter((kind) => chosen.includes(kind))),
  }
}

/** What everybody sees who hasn't chosen anything. */
export const isUsual = ({ floor, sort, kinds: chosen, type }: DashboardView): boolean =>
  floor === allFloors && sort === sorts[0].id && chosen.size === 0 && type === 'default'

/** All of a view: another person may have chosen otherwise for themselves. */
export const addressOfView = ({ floor, sort, kinds: chosen, type }: DashboardView) => ({
  floor,
  sort,
  only: [...chosen].join(',') || null,
  view: typeNames[type],
})

export const noAddress = { floor: null, sort: null, only: null, view: null }
