import { pathNames } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { updateClinic } from '@eupnea/contract/clinics.ts'
import { createMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { assignMember, linkMemberResident } from '@eupnea/contract/members.ts'
import { createNote } from '@eupnea/contract/notes.ts'
import { listNotifications } from '@eupnea/contract/notifications.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { createPrivacyRequest } from '@eupnea/contract/privacy.ts'
import { productName } from '@eupnea/contract/product.ts'
import { listResidents } from '@eupnea/contract/residents.ts'
import { zoneNames } from '@eupnea/contract/rules/zones.ts'
import { forgotPassword, signOut } from '@eupnea/contract/sessions.ts'
import { createSmsAlert } from '@eupnea/contract/sms-alerts.ts'
import { m } from '@eupnea/texts'
import type { Page } from '@playwright/test'
import { demoResidents } from '../../server/demo/demo-people.ts'
import { sendCall } from '../kit/spawn-portal.ts'
import {
  addPerson,
  admin,
  demoClinic,
  expect,
  openAs,
  type Person,
  storeFaceSheet,
  type World,
} from './portal.fixture.ts'
import { anyOf, goTo, openersOn, patternsOf, press, strayText, test, textsOn, watchRequests } from './pseudo.fixture.ts'

/** In the pseudo-language, what a person reads outside of its brackets is data, or a text in the code. */

const daysOf = (options: Intl.DateTimeFormatOptions) =>
  Array.from({ length: 12 }, (_, month) => month).flatMap((month) =>
    Array.from({ length: 7 }, (_, day) => new Date(2026, month, day + 1).toLocaleDateString('en-GB', options)),
  )

/** Names, dates, addresses, and what the journey itself stored. */
const known = anyOf(
  new Set([
    ...['Slept well', 'Turned every two hours', 'Northern Homes', 'Night desk', 'Grace Hopper', 'Grace', 'Hopper'],
    ...demoResidents.flatMap(({ first_name, last_name }) => [`${first_name} ${last_name}`, first_name, last_name]),
    ...['Maple Court', 'maple-court', 'Demo Nurse', 'Super Admin', 'simulated', productName],
    'Demonstration facility. Residents are invented and sensors simulated.',
    ...zoneNames.flatMap((zone) => [zone, zone.replaceAll('_', ' ')]),
    'US',
    ...(['long', 'short'] as const).flatMap((length) => [...daysOf({ month: length }), ...daysOf({ weekday: length })]),
    ...'Mo Tu We Th Fr Sa Su'.split(' '),
    // What the specification fixes, and programs know by these words.
    ...['Low Respiratory', 'High Respiratory', 'Extremely High Respiratory', 'Superadmin', 'vc-admin'],
    // What this test itself signs in with, in the list of own sessions.
    'node',
    // Fields in the audit log, by their names.
    ...['Page', 'Shown', 'Rows', 'Format', 'csv', 'Status', 'User id', 'Clinics', 'Added', 'Removed'],
  ]),
  [
    'https?://\\S+',
    '[\\w.+-]+@[\\w.-]+',
    '(?:/[\\w$-]+)+',
    'face-sheet-[\\w-]+',
    // Countries with their codes.
    '\\+\\d+ .+',
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    // A report password, and the profile of nurse call messages (EH-5).
    '[a-z0-9]{4}(?:-[a-z0-9]{4}){3}',
    // An authenticator app's secret, in base32.
    '[A-Z2-7]{32}',
    'IHE_PCD_ACM_001\\^IHE PCD\\^[\\d.]+\\^ISO',
    '(?:Sensor|demo-|MC-) ?\\d+',
    // Passwords of reports, and acts of the audit log.
    '[A-Z]{2}\\d{4}',
    '[a-z-]+\\.[a-z-]+',
  ],
)

/** What a button does, whatever it does it to. */
const deedOf = (opener: string): string => /^\w+ ⟦*[^:⟦]*/.exec(opener.replaceAll(known, ''))?.[0] ?? opener

/** These lead out of the page, or end the session that the second test goes on with. */
const leading = [
  ...[m.app_logout(), m.app_api_docs(), m.common_download()],
  ...[m.account_sessions_end_others(), m.account_session_end_label({ browser: 'node' })],
]

interface Found {
  readonly where: string
  readonly text: string
}

/** Looks at a person's pages, and at what their buttons, tabs and menus open. */
class Look {
  readonly found: Found[] = []
  readonly seen: string[] = []
  private readonly pressed = new Set<string>()
  private readonly texts = new Set<string>()
  private readonly page: Page
  private readonly requests: ReturnType<typeof watchRequests>

  constructor(page: Page) {
    this.page = page
    this.requests = watchRequests(page)
  }

  async at(where: string): Promise<void> {
    await this.requests.settle()
    for (const one of await textsOn(this.page)) {
      // An SMS has no letters for the brackets.
      const text = one.startsWith('?') ? '' : strayText(one, known)
      if (text && !this.texts.has(text)) this.found.push({ where, text })
      this.texts.add(text)
    }
  }

  async visit(path: string): Promise<void> {
    await goTo(this.page, path)
    await this.at(path)
    this.seen.push(path)
  }

  /** Presses each button that has not been pressed on any page, and each entry of a menu that opens. */
  async open(path: string): Promise<void> {
    for (let opener = await this.next('button'); opener; opener = await this.next('button')) {
      await this.press(path, opener)
      for (let entry = await this.next('menuitem'); entry; entry = await this.next('menuitem')) {
        await this.press(path, entry)
        await this.close(path)
        await this.press(path, opener)
      }
      await this.close(path)
    }
  }

  private async next(kind: 'button' | 'menuitem'): Promise<string | undefined> {
    const next = (await openersOn(this.page)).find(
      (one) => one.startsWith(kind) && !this.pressed.has(deedOf(one)) && !leading.some((text) => one.includes(text)),
    )
    if (next) this.pressed.add(deedOf(next))
    return next
  }

  private async press(path: string, opener: string): Promise<void> {
    await press(this.page, (await openersOn(this.page)).indexOf(opener))
    await this.at(`${path} > ${opener}`)
  }

  private async close(path: string): Promise<void> {
    await this.page.keyboard.press('Escape')
    if (new URL(this.page.url()).pathname !== path) await goTo(this.page, path)
    await this.requests.settle()
  }
}

/** One of each thing that a page shows. */
async function fill(world: World) {
  const { portal } = world
  const clinic = await demoClinic(world)
  const { items } = await portal.send(listResidents, { clinic_id: clinic.id })
  const { patient_id, device_id } = items[0]!
  const provider = await addPerson(world, { user_type: 'vc-admin' })
  const member = await addPerson(world, { user_type: 'member', clinic_ids: [] })
  await portal.send(linkMemberResident, { user_uid: member.id, patient_id })
  await portal.send(assignMember, { user_uid: member.id, provider_email: provider.email })
  await portal.send(createNote, { patient_id, note: 'Slept well' })
  await portal.send(createNote, { patient_id, note: 'Turned every two hours', kind: 'change', status: 4 })
  await storeFaceSheet(world, patient_id, 1)
  const group = { name: 'Northern Homes', clinic_ids: [clinic.id] }
  const { medical_group_id } = await portal.send(createMedicalGroup, group)
  const subject = { subject_type: 'resident', subject_id: patient_id, received_on: '2026-01-01' } as const
  await portal.send(createPrivacyRequest, { kind: 'export', ...subject })
  await portal.send(createSmsAlert, { clinic_id: clinic.id, code: '44', number: '7700900123', name: 'Night desk' })
  await portal.send(updateClinic, { clinic_id: clinic.id, alert_recipients: ['desk@example.org'] })
  return { clinic, patient_id, device_id: device_id ?? '', provider, member, medical_group_id }
}

test('every page says only what is in the catalogue', async ({ page, world }) => {
  test.setTimeout(180_000)
  const { http } = world.portal
  const { clinic, patient_id, device_id, provider, member, medical_group_id } = await fill(world)
  const slugs: Readonly<Record<string, string>> = { facility: clinic.slug, users: provider.id, group: medical_group_id }
  const pathOf = (pattern: string) =>
    pattern
      .replace('$slug', slugs[pattern.split('/')[1]!] ?? '')
      .replace('$patient_id', patient_id)
      .replace('$device_id', device_id)
  const look = new Look(page)
  const as = async (who: Person) => {
    await page.context().clearCookies()
    await openAs(page, http, who)
  }

  await as(admin)
  const patterns = await patternsOf(page)
  for (const pattern of patterns) {
    const path = pathOf(pattern)
    await look.visit(path)
    if (new URL(page.url()).pathname === path) await look.open(path)
  }
  await as(world.nurse)
  for (const pattern of patterns.filter((one) => /^\/(clinic|patient|n)?(\/|$)/.test(one)))
    await look.visit(pathOf(pattern))
  for (const who of [provider, member]) {
    await as(who)
    await look.at(`/ of ${who === member ? 'a member' : 'a provider'}`)
    await look.open('/')
  }
  await page.context().clearCookies()
  for (const path of ['/user/login', '/user/forgot', '/user/pp']) {
    await page.goto(http + path)
    await look.at(path)
    await look.open(path)
  }
  expect(look.found).toEqual([])
  expect(patterns.length).toBeGreaterThan(40)
})

test('refusals, mails, SMS and reports too', async ({ world }) => {
  const { portal } = world
  const headers = { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' }
  const found: Found[] = []
  const told = (where: string, text: unknown) => {
    const stray = typeof text === 'string' ? strayText(text, known) : ''
    if (stray) found.push({ where, text: stray })
  }

  const inputs: Record<string, unknown>[] = [
    {},
    { clinic_id: 'x', patient_id: 'x', name: 1, email: 'no', page: 0, data: 'x' },
  ]
  for (const { name, method, path } of calls.filter((call) => call !== signOut))
    for (const input of inputs) {
      const at = pathNames(path).reduce((filled, part) => filled.replace(`{${part}}`, 'nobody'), path)
      const isRead = method === 'GET' || method === 'DELETE'
      const url = `${portal.http}/api${at}${isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : ''}`
      const answer = await fetch(url, { method, headers, ...(isRead ? {} : { body: JSON.stringify(input) }) })
      if (answer.ok) continue
      const {
        title,
        message,
        errors = [],
      } = (await answer.json()) as {
        title: string
        message: string
        errors?: { message: string }[]
      }
      for (const text of [title, message, ...errors.map((one) => one.message)]) told(name, text)
    }
  await sendCall(portal.http, '', forgotPassword, { email: world.nurse.email })
  const { items: messages } = await portal.send(listMessages, {})
  for (const { kind, subject, text } of messages) {
    // In an SMS of a notification, only letters that are a single GSM character are left of the pseudo-language.
    if (kind === 'sms' && !text?.includes('⟦')) continue
    for (const one of [subject, text]) told('outbox', one)
  }
  const { items: notifications } = await portal.send(listNotifications, {})
  for (const { title, description } of notifications) for (const one of [title, description]) told('notification', one)
  expect(found).toEqual([])
})
