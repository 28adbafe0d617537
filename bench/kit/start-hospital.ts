import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../../tests/kit/spawn-portal.ts'
import { type Bed, createWard } from '../../tests/kit/ward.ts'

/** A portal on an empty folder, as an operator runs it, with clinics whose residents all have a device. */
export interface Hospital {
  readonly portal: SpawnedPortal
  readonly dataDir: string
  /** one entry per clinic */
  readonly wards: readonly { readonly clinic_id: string; readonly beds: readonly Bed[] }[]
  close(): Promise<void>
}

export async function startHospital(sizes: readonly number[], env: Record<string, string> = {}): Promise<Hospital> {
  const folder = await temporaryFolder()
  const settings = { NODE_ENV: 'production', LOG_LEVEL: 'info', ...env }
  const portal = await spawnPortal({ dataDir: folder.path, env: settings }).catch(async (error: unknown) => {
    await folder.remove()
    throw error
  })
  const close = async () => {
    await portal.stop()
    await folder.remove()
  }
  try {
    const wards = []
    for (const [index, size] of sizes.entries()) wards.push(await createWard(portal, `House ${index + 1}`, size))
    return { portal, dataDir: folder.path, wards, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** So many devices in facilities of about a hundred. */
export function housesOf(devices: number): number[] {
  const houses = Math.max(1, Math.round(devices / 100))
  return Array.from({ length: houses }, (_, index) => Math.floor((devices + index) / houses))
}

/** Keys in the load generator's format. */
export const keysOf = (beds: readonly Bed[]) =>
  beds.map(({ key }) => ({ username: key.username, password: key.password }))
