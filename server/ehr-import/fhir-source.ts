import { m } from '@eupnea/texts'
import { EhrClient, type EhrClientOptions } from './ehr-client.ts'
import { EhrError } from './ehr-error.ts'
import { mergesOf } from './fhir-merges.ts'
import { fhirPatient } from './fhir-patient.ts'
import { currentStatuses, partsOf, type Resource, staysOf } from './fhir-places.ts'
import type { Limit, ReadPages } from './incoming.ts'
import { fetchSmartToken, type SmartSettings } from './smart-token.ts'

export interface FhirSettings extends SmartSettings {
  /** IANA zone of the clinic */
  readonly tz: string
  /** id of the Organization whose patients are read; '': every patient the client may see */
  readonly facility_id: string
}

const count = 200
const mostPages = 1_000
/** The most characters that one import keeps in memory; 5,000 current stays take about two million. */
const mostKept = 32 * 1024 * 1024
/** What is read of each. */
const fieldsOf = {
  Patient: ['id', 'link'],
  Location: ['id', 'name', 'physicalType', 'partOf'],
  Encounter: ['status', 'class', 'subject', 'period', 'location'],
} as const

/**
 * Reads patients from a FHIR R4 server (EH-2, EH-4). Encounters decide who has a current stay; rooms come from them and
 * the server's locations. A server that doesn't give one of both is lived with: the page says so.
 */
export function readFhir(settings: FhirSettings, options: Omit<EhrClientOptions, 'fetchToken'>): ReadPages {
  const client = new EhrClient({
    ...options,
    fetchToken: () => fetchSmartToken(settings, options.http, options.signal),
  })
  const base = settings.base_url.replace(/\/+$/, '')
  const bundles = (from: string) => readBundles(client, base, from)

  let kept = 0
  /** All of them, as far as they are needed. @throws EhrError for so many that they would take the others' memory */
  async function everything(from: string, fields: readonly string[]): Promise<Resource[]> {
    const found: Resource[] = []
    for await (const { resources } of bundles(from))
      for (const resource of resources) {
        const needed = { resourceType: resource.resourceType }
        for (const name of fields) if (name in resource) Object.assign(needed, { [name]: resource[name] })
        kept += JSON.stringify(needed).length
        if (kept > mostKept) throw new EhrError(m.ehr_import_error_much())
        found.push(needed)
      }
    return found
  }

  /** What is read, or the limit that stands in its place: the server answers, but refuses it or fails. */
  async function unlessRefused<T>(resource: Limit['resource'], read: () => Promise<T>): Promise<T | Limit> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof EhrError && error.status !== undefined && error.status >= 400)
        return { resource, status: error.status }
      throw error
    }
  }

  /** Current ones. A server that never recorded any doesn't tell by them who is there. */
  const encounters = () =>
    unlessRefused('Encounter', async () => {
      const current = await everything(
        `${base}/Encounter?status=${currentStatuses.join(',')}&_count=${count}`,
        fieldsOf.Encounter,
      )
      if (current.some(({ resourceType }) => resourceType === 'Encounter')) return current
      const { entry } = await client.get(`${base}/Encounter?_count=1`, 'application/fhir+json')
      // A warning that there are none comes as an entry, too.
      const isKept = partsOf(entry).some(
        ({ resource }) => isResource(resource) && resource.resourceType === 'Encounter',
      )
      return isKept ? current : ({ resource: 'Encounter', status: null } satisfies Limit)
    })

  return async function* pages(from) {
    kept = 0
    const organization = settings.facility_id ? `&organization=${encodeURIComponent(settings.facility_id)}` : ''
    const patientsOf = (more = '') => `${base}/Patient?_count=${count}${organization}${more}`
    // A record may come before or after the one that replaces it, on another page: so the links are read first. A sign-in
    // that is refused ends the import here, and is no limit.
    const merges = mergesOf(await everything(patientsOf('&_elements=link'), fieldsOf.Patient))
    const locations = await unlessRefused('Location', () =>
      everything(`${base}/Location?_count=${count}`, fieldsOf.Location),
    )
    const stays = await encounters()
    const listed = (answer: Resource[] | Limit) => (Array.isArray(answer) ? answer : null)
    const stayOf = staysOf(settings.tz, listed(locations), listed(stays))
    const limits = [locations, stays].filter((answer): answer is Limit => !Array.isArray(answer))
    for await (const { resources, next, total } of bundles(from ?? patientsOf())) {
      const patients = resources.filter(({ resourceType }) => resourceType === 'Patient')
      yield {
        rows: patients.map((patient) => fhirPatient(patient, stayOf, merges)),
        next,
        limits,
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
    // The token must not go to another server: neither by a link nor by the place at which an import goes on.
    if (new URL(url).origin !== origin) throw new EhrError(m.ehr_import_error_host())
    seen.add(url)
    const bundle = await client.get(url, 'application/fhir+json')
    if (bundle.resourceType !== 'Bundle') throw new EhrError(m.ehr_import_error_page())
    const entries = partsOf(bundle.entry)
    const resources = entries.map((entry) => entry.resource).filter(isResource)
    const link = partsOf(bundle.link).find(({ relation }) => relation === 'next')
    const next: string | null = link ? addressOf(link.url, base) : null
    yield { resources, next, total: typeof bundle.total === 'number' ? bundle.total : undefined }
    url = next
  }
}

/** @throws EhrError: who is on a page that can't be asked for has not left */
function addressOf(url: unknown, base: string): string {
  const address = typeof url === 'string' ? URL.parse(url, `${base}/`) : null
  if (!address) throw new EhrError(m.ehr_import_error_page())
  return address.href
}

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && typeof (value as Resource).resourceType === 'string'
