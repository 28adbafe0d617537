import { m } from '@eupnea/texts'
import type { EhrField, EhrSource } from './ehr-shapes.ts'
import type { Fields } from './field-kinds.ts'

/** How an EHR is reached, each field once. */

const address = {
  kind: 'line',
  max: 500,
  rules: [
    {
      isKept: (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      code: 'not_address',
      words: m.ehr_import_address_wrong,
    },
    { isKept: (text: string) => !/[?#@]/.test(text), code: 'not_plain_address', words: m.ehr_import_address_plain },
  ],
} as const

const [isAddress, isPlain] = address.rules

/** What a connection may say, whatever its source. */
export const anyConnectionFields = {
  /** in the heading of the details */
  source: {
    kind: 'choice',
    choices: { pcc: m.ehr_import_source_pcc, fhir: m.ehr_import_source_fhir },
    max: 4,
    isRequired: true,
    isInHeading: true,
    label: m.ehr_import_source_label,
  },
  base_url: { ...address, isRequired: true, label: m.ehr_import_address_label },
  /** pcc: the organisation */
  org_uuid: { kind: 'line', max: 100 },
  /** pcc: facId. fhir: id of the Organization whose patients are read; empty: all that the client may see */
  facility_id: { kind: 'line', max: 100 },
  client_id: { kind: 'line', max: 200, isRequired: true, label: m.ehr_import_client_id_label },
  /** pcc: client secret; left out of a change it stays */
  secret: { kind: 'secret', max: 1_000 },
  /** pcc: by default /auth/token of the same host; fhir: the server says so itself */
  token_url: { ...address, rules: [{ ...isAddress, words: m.ehr_import_token_wrong }, isPlain] },
  /** fhir: what the portal signs with */
  algorithm: { kind: 'choice', choices: { ES384: () => 'ES384', RS384: () => 'RS384' }, max: 5 },
  /** fhir: SMART scopes to ask for */
  scopes: {
    kind: 'line',
    max: 500,
    rules: [
      {
        isKept: (text: string) => /^[\w./*?=&|:-]+( [\w./*?=&|:-]+)*$/.test(text),
        code: 'not_scopes',
        words: m.ehr_import_scopes_wrong,
      },
    ],
  },
  schedule: {
    kind: 'choice',
    choices: {
      off: m.ehr_import_schedule_off,
      hourly: m.ehr_import_schedule_hourly,
      daily: m.ehr_import_schedule_daily,
    },
    max: 6,
    isRequired: true,
    label: m.ehr_import_schedule_label,
    help: m.ehr_import_schedule_help,
  },
  applies_certain: {
    kind: 'flag',
    label: m.ehr_import_applies_certain_label,
    help: m.ehr_import_applies_certain_help,
  },
} as const satisfies Fields

const pccFields = {
  ...anyConnectionFields,
  base_url: { ...anyConnectionFields.base_url, help: m.ehr_import_address_pcc_help },
  org_uuid: { ...anyConnectionFields.org_uuid, isRequired: true, label: m.ehr_import_organisation_pcc_label },
  facility_id: { ...anyConnectionFields.facility_id, isRequired: true, label: m.ehr_import_clinic_pcc_label },
  secret: {
    ...anyConnectionFields.secret,
    isRequired: true,
    label: m.ehr_import_secret_label,
    help: m.ehr_import_secret_help,
  },
  token_url: { ...anyConnectionFields.token_url, label: m.ehr_import_token_label, help: m.ehr_import_token_help },
} as const satisfies Fields

/** Of an EHR that has a secret already. */
const keptPccFields = {
  ...pccFields,
  secret: { ...anyConnectionFields.secret, label: m.ehr_import_secret_label, help: m.ehr_import_secret_kept_help },
} as const satisfies Fields

const fhirFields = {
  ...anyConnectionFields,
  base_url: { ...anyConnectionFields.base_url, help: m.ehr_import_address_fhir_help },
  facility_id: {
    ...anyConnectionFields.facility_id,
    label: m.ehr_import_organisation_id_label,
    help: m.ehr_import_organisation_id_help,
  },
  // Hidden, so that nothing can be wrong with it.
  token_url: { kind: 'line', max: address.max },
  algorithm: {
    ...anyConnectionFields.algorithm,
    label: m.ehr_import_signature_label,
    help: m.ehr_import_signature_help,
  },
  scopes: { ...anyConnectionFields.scopes, label: m.ehr_import_scopes_label, help: m.ehr_import_scopes_help },
} as const satisfies Fields

/**
 * What a source asks for; a field that it does not know has no label.
 * @param hasSecret kept from before
 */
export const connectionFields = (source: EhrSource, hasSecret: boolean) =>
  source === 'fhir' ? fhirFields : hasSecret ? keptPccFields : pccFields

/** What each field is called in the words of an import. */
export const ehrFieldWords: Readonly<Record<EhrField, () => string>> = {
  first_name: m.ehr_import_field_first_name,
  last_name: m.ehr_import_field_last_name,
  dob: m.ehr_import_field_dob,
  gender: m.ehr_import_field_gender,
  mr_no: m.ehr_import_field_mr_no,
  room: m.ehr_import_field_room,
  floor: m.ehr_import_field_floor,
  date_of_admission: m.ehr_import_field_date_of_admission,
  status: m.ehr_import_field_status,
}
