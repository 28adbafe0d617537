import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClinic } from '@eupnea/contract/clinics.ts'
import * as calls from '@eupnea/contract/ehr-import.ts'
import { readOptions } from '../sensors/read-options.ts'
import { withCtx } from '../server/platform/context.ts'
import { createDatabase, createPool } from '../server/platform/database.ts'
import { findRunning } from '../server/platform/embedded-postgres/index.ts'
import { createLog } from '../server/platform/log.ts'
import { insertImported } from '../server/residents/import.sql.ts'
import { pccCredentials, pccOrg, pccPatients } from '../tests/kit/ehr-servers/index.ts'
import { spawnPortal, temporaryFolder } from '../tests/kit/spawn-portal.ts'
import { startChild } from './kit/child.ts'
import { loadAverage } from './kit/machine.ts'
import { count, goal, line, median, ms } from './kit/numbers.ts'

/**
 * Residents imported a second: from the start of an import to its end, confirming the preview as soon as it is ready,
 * compared with reading the same pages of the same local server and writing nothing; alternating rounds in one run,
 * each import into a clinic without residents. Also measures how long the database takes to insert as many residents in
 * one statement, a lower bound for any import. The last line is the ratio.
 */
const { values } = readOptions({
  options: {
    residents: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
    /** extra ms the server takes per page; a distant one takes some tens */
    latency: { type: 'string', default: '0' },
  },
})
const residents = Number(values.residents)
const least = 0.5
/** Polling uses time that is being measured. */
const pollMs = 50

async function readPlainly(url: string): Promise<number> {
  const began = performance.now()
  const token = (await (
    await fetch(`${url}/auth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${pccCredentials.client_id}:${pccCredentials.secret}`)}` },
      body: 'grant_type=client_credentials',
    })
  ).json()) as { access_token: string }
  const query = `facId=${pccOrg.facility_id}&patientStatus=Current&pageSize=50`
  let found = 0
  for (let page = 1, hasMore = true; hasMore; page++) {
    const response = await fetch(`${url}/orgs/${pccOrg.org_uuid}/patients?${query}&page=${page}`, {
      headers: { authorization: `Bearer ${token.access_token}` },
    })
    const body = (await response.json()) as { data: unknown[]; paging: { hasMore: boolean } }
    found += body.data.length
    hasMore = body.paging.hasMore
  }
  if (found !== residents) throw new Error(`Read ${found} of ${residents}`)
  return performance.now() - began
}

/** Only the residents' rows, in one statement: no link to the EHR, no preview, no audit entry. */
async function insertPlainly(clinic_id: string): Promise<number> {
  const rows = pccPatients(residents).map((one) => ({
    id: randomUUID(),
    ...{ first_name: one.firstName, last_name: one.lastName, room: one.roomDesc ?? '', floor: one.floorDesc ?? '' },
    ...{
      dob: one.birthDate ?? null,
      gender: one.gender?.toLowerCase() ?? null,
      mr_no: one.medicalRecordNumber ?? null,
    },
    ...{ date_of_admission: null, status: 1 },
  }))
  const began = performance.now()
  await withCtx({ database, actor: { type: 'job', name: 'bench' }, log: createLog('fatal') }, (ctx) =>
    insertImported(ctx, clinic_id, rows),
  )
  return performance.now() - began
}

const folder = await temporaryFolder()
const portal = await spawnPortal({ dataDir: folder.path })
const server = await startChild<'address', string>('pcc-server', [String(residents), values.latency])
const database = createDatabase(createPool(findRunning(folder.path)!, { name: 'bench', max: 1 }))
try {
  const url = await server.ask('address')
  const until = async (run_id: string, state: string) => {
    for (;;) {
      const run = await portal.send(calls.readEhrImport, { run_id })
      if (run.state === state) return run
      if (run.state === 'failed') throw new Error(`The import failed: ${run.message}`)
      await sleep(pollMs)
    }
  }
  const importAll = async (name: string): Promise<{ read: number; all: number }> => {
    const { id: clinic_id } = await portal.send(createClinic, { name })
    const source = { clinic_id, source: 'pcc' as const, base_url: url }
    await portal.send(calls.saveEhrConnection, { ...source, ...pccOrg, ...pccCredentials })
    const began = performance.now()
    const { run_id } = await portal.send(calls.startEhrImport, { clinic_id })
    await until(run_id, 'preview')
    const read = performance.now() - began
    await portal.send(calls.confirmEhrImport, { run_id })
    const { applied } = await until(run_id, 'done')
    if (applied !== residents) throw new Error(`Imported ${applied} of ${residents}`)
    return { read, all: performance.now() - began }
  }

  line(`import: ${count(residents)} residents, pages of 50 at ${values.latency} ms each; load ${loadAverage()}`)
  await readPlainly(url)
  await importAll('First')
  const plain: number[] = []
  const bare: number[] = []
  const imports: { read: number; all: number }[] = []
  for (let round = 1; round <= Number(values.rounds); round++) {
    plain.push(await readPlainly(url))
    imports.push(await importAll(`Round ${round}`))
    bare.push(await insertPlainly((await portal.send(createClinic, { name: `Bare ${round}` })).id))
    line(
      `  round ${round}: read ${ms(plain.at(-1)!)}; imported ${ms(imports.at(-1)!.all)}, of that to the preview ${ms(imports.at(-1)!.read)}; rows of residents alone inserted ${ms(bare.at(-1)!)}`,
    )
  }
  const perSecond = (spans: readonly number[]) => residents / (median(spans) / 1_000)
  const rates = { plain: perSecond(plain), imported: perSecond(imports.map(({ all }) => all)) }
  const ratio = rates.imported / rates.plain
  line(`read plainly ${count(rates.plain)} residents/s; imported ${count(rates.imported)} residents/s`)
  const most = median(plain) / Math.max(median(plain), median(bare))
  line(`rows of residents alone inserted ${count(perSecond(bare))} residents/s: no ratio above ${most.toFixed(2)}`)
  line(goal(`at least ${least} of the rate at which the server can be read`, ratio >= least))
  line(`ratio ${ratio.toFixed(2)}`)
} finally {
  await database.destroy()
  await server.stop()
  await portal.stop()
  await folder.remove()
}
