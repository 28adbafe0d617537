import * as calls from '@eupnea/contract/directory.ts'
import { type Route, route, routeApart, runAs } from '../platform/route.ts'
import { applyDirectory } from './apply-directory.ts'
import { beginDirectorySignIn } from './begin-directory-sign-in.ts'
import { createDirectoryClient } from './create-directory-client.ts'
import { createDirectoryRule } from './create-directory-rule.ts'
import { deleteDirectoryClient } from './delete-directory-client.ts'
import { deleteDirectoryRule } from './delete-directory-rule.ts'
import { endByDirectory } from './end-by-directory.ts'
import { finishDirectorySignIn } from './finish-directory-sign-in.ts'
import { listDirectoryClients } from './list-directory-clients.ts'
import { listDirectoryRules } from './list-directory-rules.ts'
import { previewDirectory } from './preview-directory.ts'
import type { Provider } from './provider.ts'
import { readDirectory } from './read-directory.ts'
import { readDirectoryExit } from './read-directory-exit.ts'
import { readDirectorySignIn } from './read-directory-sign-in.ts'
import { updateDirectory } from './update-directory.ts'
import { updateDirectoryRule } from './update-directory-rule.ts'

/** @param provider the house's identity provider; null where none is configured */
export const directoryRoutes = (provider: Provider | null, baseUrl: () => string): readonly Route[] =>
  runAs(
    'identity',
    routeApart(calls.readDirectorySignIn, readDirectorySignIn(provider)),
    routeApart(calls.beginDirectorySignIn, beginDirectorySignIn(provider)),
    routeApart(calls.finishDirectorySignIn, finishDirectorySignIn(provider)),
    routeApart(calls.endByDirectory, endByDirectory(provider)),
    routeApart(calls.readDirectoryExit, readDirectoryExit(provider)),
    routeApart(calls.readDirectory, readDirectory(provider, baseUrl)),
    routeApart(calls.updateDirectory, updateDirectory(provider, baseUrl)),
    route(calls.listDirectoryRules, listDirectoryRules),
    route(calls.createDirectoryRule, createDirectoryRule, 201),
    route(calls.updateDirectoryRule, updateDirectoryRule),
    route(calls.deleteDirectoryRule, deleteDirectoryRule),
    route(calls.previewDirectory, previewDirectory),
    route(calls.applyDirectory, applyDirectory),
    route(calls.listDirectoryClients, listDirectoryClients),
    route(calls.createDirectoryClient, createDirectoryClient, 201),
    route(calls.deleteDirectoryClient, deleteDirectoryClient),
  )
