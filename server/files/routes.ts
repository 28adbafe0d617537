import * as calls from '@eupnea/contract/files.ts'
import type { FileStore } from '../platform/file-store.ts'
import { type Route, routeApart } from '../platform/route.ts'
import { type Carers, openFileLink } from './open-file-link.ts'

/** @param secret signs links */
export const fileRoutes = (files: FileStore, secret: string, carers: Carers): readonly Route[] => [
  routeApart(calls.openFileLink, openFileLink(files, secret, carers)),
]
