import { allows, type CallerRole, type Holder } from '@eupnea/contract/access.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { expect, it } from 'vitest'

/**
 * Who may make which call, as the specification (section 6), docs/requirements.md and docs/decisions/ say it. Written
 * down a second time, because access.test.ts goes by the declaration of each call and can't see that one is wrong.
 */

const holder = (role: CallerRole, more: Partial<Holder> = {}): Holder => ({ role, isAdminFeature: false, ...more })
const holders: Readonly<Record<string, Holder | null>> = {
  Superadmin: holder('Superadmin'),
  'superadmin-feature': holder('Provider', { isAdminFeature: true }),
  Provider: holder('Provider'),
  'facility administrator': holder('Clinic', { isClinicAdmin: true }),
  'Clinic user': holder('Clinic'),
  Member: holder('Member'),
  display: holder('Display'),
  program: holder('ServiceAccount', { scopes: ['system/*.rs'] }),
  nobody: null,
}

const superadmins = ['Superadmin']
const administrators = [...superadmins, 'superadmin-feature']
const managers = [...administrators, 'Provider']
const facility = [...administrators, 'facility administrator']
const planners = [...managers, 'facility administrator']
const staff = [...planners, 'Clinic user']
const people = [...staff, 'Member']
const everyone = Object.keys(holders)

/** The first that fits; whatever else there is is for who cares for residents. */
const written: readonly (readonly [who: readonly string[], ...calls: RegExp[]])[] = [
  // DI-1: a display reads its wall and nothing else.
  [['display'], /^GET \/displays\/wall$/],
  [[...staff, 'display'], /^GET \/residents\/last-rr$/],
  [[...people, 'display'], /^POST \/auth\/live-token$/],
  // FH-1, FH-2: programs read over FHIR. Exports hold everything of a facility.
  [everyone, /^GET \/fhir\/(metadata|\.well-known\/smart-configuration)$/],
  [[...administrators, 'program'], /^\w+ \/fhir\/.*\$export/, /^\w+ \/fhir\/(\$export|bulk|exports)/],
  [[...staff, 'program'], /^\w+ \/fhir\//],
  // ID-1, ID-4, SI-1, SH-11, RP-4, AN-3, AN-4, AN-12: proved by a password, a code, or what is in the address.
  [everyone, /^POST \/auth\/(sign-in|new-password|otp|forgot-password.*|enrolment.*|passkeys\/sign-in.*)$/],
  [everyone, /^\w+ \/directory\/(sign-in.*|logout)$/, /^POST \/displays\/enrol$/, /^GET \/reports\/open/],
  [everyone, /^POST \/notifications\/open$/, /^POST \/(webhooks|push-subscriptions)\/acknowledge/, /^GET \/files\//],
  [
    everyone,
    /^GET \/ehr-import\/jwks/,
    /^POST \/(oauth\/token|outbox\/receipts\/.+|analytics\/events)$/,
    /^GET \/host$/,
  ],
  // PR-1, DO-3, DO-5, AR-4, SI-1: Superadmins alone.
  [superadmins, /^\w+ \/(audit|outbox|privacy|deidentified-exports)\b/, /^GET \/analytics\//],
  [people, /^GET \/directory\/exit$/],
  [superadmins, /^\w+ \/directory\b/, /^PUT \/auth\/two-step-roles$/],
  [administrators, /^GET \/auth\/two-step-roles$/],
  // ID-6, DO-5, EA-2: one's own account.
  [people, /^\w+ \/(auth|user-agreement|saved-views)\//, /^\w+ \/saved-views$/, /^POST \/push-subscriptions\/keep$/],
  [people, /^GET \/(openapi\.json|clinics\/\{clinic_id\}\/logo)$/],
  // AP-2: section 6 names members among those who load the access lists.
  [people, /^GET \/sa-acm\//],
  // SH-10, ME-1, ME-2, EA-7: members see themselves; who looks after them lists them; the administration links residents.
  [administrators, /^PUT \/virtualclinic-temp\/v1\/memberResident$/],
  [managers, /^\w+ \/virtualclinic-temp\/v1\/(\w*[mM]emberList|memberNights|shareMember|assignMember|revokeProvider)$/],
  [managers, /^POST \/virtualclinic-temp\/v1\/(inviteMember|providerInvitations\/answer)$/],
  [people, /^\w+ \/(virtualclinic-temp\/v1|members\/me)/],
  // US-1, US-3, EA-3: facility administrators manage who works there; rights that reach further they don't give.
  [administrators, /users\/\{user_id\}\/(two-step|clinics)$/, /clinics\/assign\/users$/],
  [managers, /^GET .*\/admin\/users$/],
  [planners, /^GET .*\/admin\/v2\/users/, /^POST \/search\/users$/],
  [facility, /^\w+ \/patient-centric-app-v2\/admin\//],
  // FA-1, MG-1, EA-3: facilities and what is in them; making and grouping them is the administration's.
  [facility, /^PUT \/clinics\/\{clinic_id\}$/, /^(PUT|DELETE) \/clinics\/\{clinic_id\}\/logo$/, /^PUT \/displays\//],
  [administrators, /^POST \/clinics(\/\{clinic_id\}\/remove-demo)?$/, /^\w+ \/admin\/medical_groups/],
  // DE-2, DE-4, EA-3: adding, naming and keys; stock and moving are the administration's.
  [facility, /^POST \/devices(\/bulk\/\{clinic_id\}|\/\{device_id\}(\/key)?)?$/],
  [administrators, /^POST \/devices\/(inventory\/status|replace\/.+|remove\/.+|stock|\{device_id\}\/(return|delete))$/],
  // PL-1, DO-8: limits and the report password.
  [planners, /^(PUT|DELETE) .*\/plan$/, /^POST \/clinics\/\{clinic_id\}\/report-password$/],
  // EH-1, EH-5, AN-12, FH-2: other systems. Decision 16: Providers and administrators connect an EHR.
  [managers, /^(PUT|DELETE) \/(ehr-import\/connection|adt\/sender)$/],
  [administrators, /^\w+ \/(webhooks|nurse-calls|service-accounts)\b/],
]

const paths = calls.map(({ method, path }) => `${method} ${path}`)

it('lets make each call whom the documents name, and nobody else [ID-7] [EA-3] [FA-4]', () => {
  const whoOf = (path: string) => written.find(([, ...lines]) => lines.some((one) => one.test(path)))?.[0] ?? staff
  const may = calls.map(({ access }) => everyone.filter((name) => allows(access, holders[name]!)))
  const expected = paths.map((path) => [path, everyone.filter((name) => whoOf(path).includes(name))])
  expect(paths.map((path, at) => [path, may[at]])).toEqual(expected)
})

it('has no line that no call fits [ID-7]', () => {
  const fits = (one: RegExp) => paths.some((path) => one.test(path))
  expect(written.flatMap(([, ...lines]) => lines.filter((one) => !fits(one)).map(String))).toEqual([])
})
