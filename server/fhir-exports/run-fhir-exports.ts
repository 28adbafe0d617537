import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FhirType } from '@eupnea/contract/rules/fhir-scope.ts'
import { m } from '@eupnea/texts'
import { exportedResources } from '../observations/index.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { runExports } from '../platform/run-exports.ts'
import { failExport, insertFile, lockRunning, noteStep, selectRunning } from './fhir-exports.sql.ts'

/** Resources in a file: some 25 MB, which a program can hold in memory, as can we. */
const perFile = 20_000
/** Most resources of an export, so that it never fills the disk that readings go to. */
const mostResources = 20_000_000
const compress = promisify(gzip)

/**
 * Makes the exports that were started, a file at a time: each file and how far it reaches are stored together (FH-1).
 * For a job, which may run twice.
 */
export async function runFhirExports(origin: CtxOrigin, baseUrl: () => string): Promise<void> {
  await runExports(origin, await withCtx(origin, selectRunning), {
    make: (ctx, id) => makeFile(ctx, id, `${baseUrl()}/api/fhir`),
    fail: (ctx, id) => failExport(ctx, id, m.fhir_export_failed()),
  })
}

/** @returns whether something is left to do */
async function makeFile(ctx: Ctx, id: string, base: string): Promise<boolean> {
  const row = await lockRunning(ctx, id)
  if (!row?.doing) return false
  const type = row.doing as FhirType
  const { since, started_at: until } = row
  const { resources, position } = await exportedResources(ctx, {
    ...{ type, base, since, until, limit: perFile },
    after: row.position,
  })
  if (resources.length > 0) {
    const lines = resources.map((resource) => `${JSON.stringify(resource)}\n`).join('')
    await insertFile(ctx, { export_id: id, type, count: resources.length, content: await compress(lines) })
  }
  const done = row.done + resources.length
  if (done > mostResources) {
    await failExport(ctx, id, m.fhir_export_too_large())
    return false
  }
  const next = position === null ? (row.types[row.types.indexOf(type) + 1] ?? null) : type
  await noteStep(ctx, id, { doing: next, position, done })
  return next !== null
}
