import { lazyRouteComponent } from '@tanstack/react-router'
import { fetchPart } from '../shared/parts.ts'

/**
 * A page that is fetched when it is opened. One that is not reached says so in its place: the router by itself would
 * load the document anew, and with the network away the shell would be lost, and what was typed.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => fetchPart(importer), name)
