import { lazyRouteComponent } from '@tanstack/react-router'
import { fetchPart } from '../shared/parts.ts'

/**
 * A page fetched when it is opened. If it can't be reached, it says so in its place; the router alone would reload the
 * document, and offline that would lose the shell and everything typed.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, name) =>
  lazyRouteComponent(() => fetchPart(importer), name)
