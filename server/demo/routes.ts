import { removeDemo as declaration } from '@eupnea/contract/facilities.ts'
import { type Route, route } from '../platform/route.ts'
import { removeDemo } from './remove-demo.ts'

export const demoRoutes: readonly Route[] = [route(declaration, removeDemo)]
