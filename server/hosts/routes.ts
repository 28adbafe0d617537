import { readHost as declaration } from '@eupnea/contract/hosts.ts'
import { type Route, routeApart } from '../platform/route.ts'
import { type HostSettings, readHost } from './read-host.ts'

export const hostRoutes = (settings: HostSettings): readonly Route[] => [routeApart(declaration, readHost(settings))]
