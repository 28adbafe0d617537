import { listLastRr as declaration } from '@eupnea/contract/residents.ts'
import { type Route, route } from '../../platform/route.ts'
import { listLastRr } from './list-last-rr.ts'
import type { LiveState } from './live-state.ts'

export const stateRoutes = (state: LiveState): readonly Route[] => [route(declaration, listLastRr(state))]
