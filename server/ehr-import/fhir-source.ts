import { m } from '@eupnea/texts'
import { EhrClient, type EhrClientOptions } from './ehr-client.ts'
import { EhrError } from './ehr-error.ts'
import { fhirPatient } from './fhir-patient.ts'
import { placesOf, type Resource } from './fhir-places.ts'
import type { ReadPages } from './incoming.ts'
import { fetchSmartToken, type SmartSettings } from './smart-token.ts'

export interface FhirSettings extends SmartSettings {
  /** id of the Organization whose patients are read; '': every patient the client may see */
  readonly facility_id: string
}

const count = 200
const mostPages = 1_000

/**
 * Reads patients from a FHIR R4 server (EH-2). Rooms come from encounters in progress and the server's locations; for a
 * server without encounters, rooms stay unchanged.
 */
export function readFhir(settings: FhirSettings, options: Omit<EhrClientOptions, 'fetchToken'>): ReadPages {
  const client = new EhrClient({
    ...options,
    fetchToken: () => fetchSmartToken(settings, options.http, options.signal),
  })
  const base = settings.base_url.replace(/\/+$/, '')
  const bundles = (from: string) => readBundles(client, base, from)

  async function everything(from: string): Promise<Resource[]> {
    const found: Resource[] = []
    for await (const { resources } of bundles(from)) found.push(...resources)
    return found
  }

  /** null: the server doesn't provide them */
  async function encounters(): Promise<Resource[] | null> {
    try {
      return await everything(`${base}/Encounter?status=in-progress&_count=${count}`)
    } catch (error) {
      if (error instanceof EhrError && error.status !== undefined && error.status >= 400 && error.status < 500)
        return null
      throw error
    }
  }

  return async function* pages(from) {
    const locations = await everything(`${base}/Location?_count=${count}`)
    const place = placesOf(locations, await encounters())
    const organization = settings.facility_id ? `&organization=${encodeURIComponent(settings.facility_id)}` : ''
    for await (const { resources, next, total } of bundles(from ?? `${base}/Patient?_count=${count}${organization}`)) {
      const patients = resources.filter(({ resourceType }) => resourceType === 'Patient')
      yield {
        rows: patients.map((patient) => fhirPatient(patient, place)),
        next,
        ...(total !== undefined && { announced: total }),
      }
    }
  }
}

/** Reads a search page by page, only on the server where it began. */
async function* readBundles(client: EhrClient, base: string, from: string) {
  const { origin } = new URL(base)
  const seen = new Set<string>()
  for (let url: string | null = from; url !== null; ) {
    if (seen.has(url)) throw new EhrError(m.ehr_import_error_circle())
    if (seen.size >= mostPages) throw new EhrError(m.ehr_import_error_pages({ count: mostPages }))
    seen.add(url)
    const bundle = await client.get(url, 'application/fhir+json')
    if (bundle.resourceType !== 'Bundle') throw new EhrError(m.ehr_import_error_page())
    const entries = listOf(bundle.entry)
    const resources = entries.map((entry) => entry.resource).filter(isResource)
    const link = listOf(bundle.link).find(({ relation }) => relation === 'next')?.url
    const next: string | null = typeof link === 'string' ? new URL(link, `${base}/`).href : null
    // The token must not go to another server.
    if (next !== null && new URL(next).origin !== origin) throw new EhrError(m.ehr_import_error_host())
    yield { resources, next, total: typeof bundle.total === 'number' ? bundle.total : undefined }
    url = next
  }
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : []

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && typeof (value as Resource).resourceType === 'string'
