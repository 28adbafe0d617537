import { removeDemo as declaration } from '@eupnea/contract/clinics.ts'
import { type Route, route, runAs } from '../platform/route.ts'
import { removeDemo } from './remove-demo.ts'

export const demoRoutes: readonly Route[] = runAs('identity', route(declaration, removeDemo))
