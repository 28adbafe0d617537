import { m } from '@eupnea/texts'
import { dateOf, externalId, genderOf, refuseTricks, requiredText, saidOf, textOf, Unusable } from './check-person.ts'
import { EhrClient, type EhrClientOptions, tokenOf } from './ehr-client.ts'
import { EhrError } from './ehr-error.ts'
import { type Incoming, type ReadPages, shownName } from './incoming.ts'

export interface PccSettings {
  readonly base_url: string
  readonly token_url: string
  readonly org_uuid: string
  readonly facility_id: string
  readonly client_id: string
  readonly secret: string
}

/** PointClickCare's default page size. */
const pageSize = 50
/** A clinic doesn't have more than 50,000 residents. */
const mostPages = 1_000

/** Reads the current patients of a clinic from PointClickCare (EH-2). */
export function readPcc(settings: PccSettings, options: Omit<EhrClientOptions, 'fetchToken'>): ReadPages {
  const { base_url, org_uuid, facility_id, client_id, secret } = settings
  const tokenUrl = settings.token_url || `${new URL(base_url).origin}/auth/token`
  const client = new EhrClient({
    ...options,
    fetchToken: async () =>
      tokenOf(
        await options.http.request({
          url: tokenUrl,
          method: 'POST',
          headers: {
            authorization: ['Basic', Buffer.from(`${client_id}:${secret}`).toString('base64')].join(' '),
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: 'grant_type=client_credentials',
          signal: options.signal,
        }),
      ),
  })
  const base = `${base_url.replace(/\/+$/, '')}/orgs/${encodeURIComponent(org_uuid)}/patients`

  return async function* pages(from) {
    for (let page = from === null ? 1 : Number(from); ; page++) {
      if (page > mostPages) throw new EhrError(m.ehr_import_error_pages({ count: mostPages }))
      const query = new URLSearchParams({
        facId: facility_id,
        patientStatus: 'Current',
        page: String(page),
        pageSize: String(pageSize),
      })
      const { data, paging } = await client.get(`${base}?${query}`, 'application/json')
      const { hasMore, page: said } = (paging ?? {}) as { hasMore?: unknown; page?: unknown }
      if (!Array.isArray(data) || typeof hasMore !== 'boolean') throw new EhrError(m.ehr_import_error_page())
      if (said !== undefined && Number(said) !== page) throw new EhrError(m.ehr_import_error_other_page())
      if (hasMore && data.length === 0) throw new EhrError(m.ehr_import_error_no_page())
      yield { rows: data.map(pccPatient), next: hasMore ? String(page + 1) : null }
      if (!hasMore) return
    }
  }
}

/** A patient of PointClickCare as a row. */
function pccPatient(value: unknown): Incoming {
  const patient = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const who = shownName(patient.firstName, patient.lastName)
  let external_id: string | null = null
  try {
    external_id = externalId(patient.patientId)
    refuseTricks(patient)
    const bed = textOf('room', patient.bedDesc)
    const room = textOf('room', patient.roomDesc) ?? ''
    return {
      external_id,
      said: saidOf({
        first_name: requiredText('first_name', patient.firstName),
        last_name: requiredText('last_name', patient.lastName),
        dob: dateOf('dob', patient.birthDate),
        gender: genderOf(patient.gender),
        mr_no: textOf('mr_no', patient.medicalRecordNumber) || undefined,
        room: textOf('room', room && bed ? `${room}-${bed}` : room),
        floor: textOf('floor', patient.floorDesc) || textOf('floor', patient.unitDesc) || '',
        status: '1',
      }),
    }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { external_id, who, fault: error.message }
  }
}
