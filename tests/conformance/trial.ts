import { listClinics } from '@eupnea/contract/clinics.ts'
import { createServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { makeSmartKeys, signInByDiscovery } from '../kit/smart-client.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** A portal with the demonstration facility, for programs that judge it from outside. */
export interface Trial {
  readonly portal: SpawnedPortal
  /** of the demonstration facility */
  readonly clinic_id: string
  /** address of the FHIR endpoint */
  readonly fhir: string
  /** of a service account that may read everything */
  readonly token: string
  close(): Promise<void>
}

let started: Promise<Trial> | null = null

/** One for all suites. */
export const openTrial = (): Promise<Trial> => (started ??= start())
export const closeTrial = async (): Promise<void> => (await started)?.close()

async function start(): Promise<Trial> {
  const folder = await temporaryFolder()
  // A day of past is enough to read; HL7 is taken where the suite sends it.
  const portal = await spawnPortal({ dataDir: folder.path, args: [], env: { DEMO_DAYS: '1', HL7_PORT: '0' } })
  const { items } = await portal.send(listClinics, {})
  const fhir = `${portal.http}/api/fhir`
  const keys = await makeSmartKeys()
  const account = { name: 'Conformance', jwks: keys.jwks, scopes: 'system/*.rs' }
  const { client_id } = await portal.send(createServiceAccount, account)
  const token = await signInByDiscovery(fhir, client_id, keys, 'system/*.rs')
  return {
    ...{ portal, fhir, token, clinic_id: items[0]!.id },
    async close() {
      await portal.stop()
      await folder.remove()
    },
  }
}
