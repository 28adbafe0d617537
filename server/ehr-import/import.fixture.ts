import type { EhrRow, EhrRun } from '@eupnea/contract/ehr-import.ts'
import * as calls from '@eupnea/contract/ehr-import.ts'
import { listResidents, type Resident } from '@eupnea/contract/residents.ts'
import { expect } from 'vitest'
import { fhirClientId, type PccServer, pccCredentials, pccOrg } from '../../tests/kit/ehr-servers/index.ts'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { listenToEvents } from '../platform/events.ts'
import type { FileStore } from '../platform/file-store.ts'
import { createLog } from '../platform/log.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import { createSealer } from '../platform/seal.ts'
import { residentRoutes } from '../residents/index.ts'
import { ehrImportRoutes, startEhrImports } from './index.ts'

/** A portal that imports, with helpers for tests. */
export interface ImportPortal extends TestHttp {
  readonly admin: SignedInClient
  /** connects a clinic's EHR to the server */
  connectPcc(server: PccServer, clinic_id?: string): Promise<string>
  connectFhir(
    url: string,
    more?: { algorithm?: 'ES384' | 'RS384'; facility_id?: string },
  ): Promise<{ clinic_id: string; jwks: string }>
  start(clinic_id: string): Promise<string>
  /** waits until the run is in one of the states */
  until(run_id: string, ...states: EhrRun['state'][]): Promise<EhrRun>
  /** starts an import and waits for the preview or the end */
  preview(clinic_id: string): Promise<EhrRun>
  /** starts an import, confirms it unseen and waits for the end */
  importAll(clinic_id: string): Promise<EhrRun>
  confirm(run: Pick<EhrRun, 'run_id'>): Promise<EhrRun>
  rows(run: Pick<EhrRun, 'run_id'>, kind?: EhrRow['kind']): Promise<EhrRow[]>
  residents(clinic_id: string): Promise<Resident[]>
}

export async function startImportPortal(): Promise<ImportPortal> {
  const sealer = createSealer('a secret of tests')
  const outgoing = createOutgoing()
  const portal = await startTestHttp([
    ...ehrImportRoutes({ sealer, outgoing }),
    ...residentRoutes,
    ...deviceRoutes,
    ...clinicRoutes({} as FileStore),
  ])
  const log = createLog('fatal')
  const events = await listenToEvents(portal.connections.work, log)
  const stop = startEhrImports({
    origin: { database: portal.database, actor: { type: 'job', name: 'ehr-import' }, log },
    ...{ sealer, outgoing, events, baseUrl: () => portal.url, backoffMs: 1 },
  })
  const admin = await portal.asUser()

  const until: ImportPortal['until'] = async (run_id, ...states) => {
    let run = await admin.call(calls.readEhrImport, { run_id })
    await expect
      .poll(
        async () => {
          run = await admin.call(calls.readEhrImport, { run_id })
          return states.includes(run.state) || run.state === 'failed'
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(true)
    if (!states.includes(run.state)) throw new Error(`The import ended as ${run.state}: ${run.message}`)
    return run
  }
  const start = async (clinic_id: string) => (await admin.call(calls.startEhrImport, { clinic_id })).run_id
  const preview = async (clinic_id: string) => until(await start(clinic_id), 'preview', 'done')
  const confirm: ImportPortal['confirm'] = async ({ run_id }) => {
    await admin.call(calls.confirmEhrImport, { run_id })
    return until(run_id, 'done')
  }
  return {
    ...portal,
    admin,
    start,
    until,
    preview,
    confirm,
    async importAll(clinic_id) {
      const run = await preview(clinic_id)
      return run.state === 'done' ? run : confirm(run)
    },
    async connectPcc(server, given) {
      const clinic_id = given ?? (await portal.createClinic())
      await admin.call(calls.saveEhrConnection, {
        ...{ clinic_id, source: 'pcc', base_url: server.url },
        ...pccOrg,
        ...pccCredentials,
      })
      return clinic_id
    },
    async connectFhir(url, more = {}) {
      const clinic_id = await portal.createClinic()
      const { connection } = await admin.call(calls.saveEhrConnection, {
        ...{ clinic_id, source: 'fhir', base_url: `${url}/r4`, client_id: fhirClientId },
        ...more,
      })
      return { clinic_id, jwks: `${portal.url}${connection.jwks_path}` }
    },
    async rows({ run_id }, kind) {
      return (await admin.call(calls.listEhrImportRows, { run_id, page_size: 200, ...(kind && { kind }) })).items
    },
    async residents(clinic_id) {
      return (await admin.call(listResidents, { clinic_id, status: '0,1,2', page_size: 200 })).items
    },
    async close() {
      await stop()
      await events.close()
      await portal.close()
    },
  }
}
