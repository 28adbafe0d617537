import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CallArguments } from '@eupnea/contract/call.ts'
import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { acceptAgreement as acceptAgreementCall, signIn as signInCall } from '@eupnea/contract/sessions.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { test as base, expect, type Page, type Route } from '@playwright/test'
import Axe, { type RunOptions } from 'axe-core'
import { sessionCookie } from '../../server/platform/session-cookie.ts'
import { readCsv } from '../kit/read-csv.ts'
import { admin, type SpawnedPortal, sendCall, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { createJourneyDatabase } from './postgres.setup.ts'

/** One portal with its demo clinic for all journeys, as a new operator starts it. */

export interface Person {
  readonly email: string
  readonly password: string
}

export interface World {
  readonly portal: SpawnedPortal
  /** address of its database, for what only time would bring about */
  readonly database: string
  /** the demo clinic's own user */
  readonly nurse: Person
}

/** @param env what the portal runs with beside its database */
export async function withWorld(env: Record<string, string>, use: (world: World) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  const database = await createJourneyDatabase()
  const portal = await spawnPortal({
    dataDir: folder.path,
    args: [],
    env: {
      NODE_ENV: 'development',
      DATABASE_URL: database.url,
      NODE_COMPILE_CACHE: '.cache/compiled',
      // EHRs of the journeys are on this machine.
      EHR_HOSTS: '127.0.0.1',
      HL7_PORT: '0',
      // Two days without a story: journeys write their own.
      DEMO_DAYS: '2',
      // A reading a second would be a third of what the portal does meanwhile.
      DEMO_INTERVAL_SECONDS: '5',
      // Beds that a journey makes and leaves silent would be notified in the middle of another one.
      NO_READINGS_MINUTES: '30',
      ...env,
    },
  })
  const line = portal.announcements.find((text) => text.startsWith('Demonstration facility'))
  const [, email, password] = /: (\S+) {2}password: (\S+)/.exec(line ?? '') ?? []
  if (!email || !password) throw new Error('The demonstration facility was not announced')
  await use({ portal, database: database.url, nurse: { email, password } })
  await portal.stop()
  await database.drop()
  await folder.remove()
}

export const test = base.extend<object, { world: World }>({
  // A page may still ask for something when its story is over: what a route has under way then is no fault.
  page: async ({ page }, use) => {
    await use(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    ({}, use) => withWorld({}, use),
    { scope: 'worker', timeout: 240_000 },
  ],
})

export { admin, expect }

/** What a person has done on a page since it was counted: clicks, and characters typed or pasted. */
export interface Work {
  clicks: number
  typed: number
}

/** Counts a person's work on this page and those that it leads to. */
export async function countWork(page: Page): Promise<Work> {
  const work: Work = { clicks: 0, typed: 0 }
  await page.exposeFunction('noteWork', (clicks: number, typed: number) => {
    work.clicks += clicks
    work.typed += typed
  })
  const listen = () => {
    const note = (clicks: number, typed: number) =>
      (window as unknown as { noteWork(clicks: number, typed: number): void }).noteWork(clicks, typed)
    const before = new WeakMap<EventTarget, number>()
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && note(1, 0), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
        const typed = target.value.length - (before.get(target) ?? 0)
        before.set(target, target.value.length)
        note(0, Math.max(0, typed))
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return work
}

/** The screens that pages are looked at on. */
export const desk = { name: 'desk', width: 1440, height: 900 } as const
export const phone = { name: 'phone', width: 390, height: 844 } as const
export const sizes = [desk, phone] as const

/** Nothing sticks out sideways once the layout has settled. */
export const noSideways = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), { timeout: 2_000 })
    .toBeLessThanOrEqual(0)

/** Downloads the list or report that the page offers as CSV under this name. @returns its rows */
export async function saveCsv(page: Page, name: string): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download CSV: ${name}` }).click()
  return readCsv(await readFile(await (await download).path(), 'utf8'))
}

/**
 * Opens a page as someone who has signed in before and accepted the agreement. Only the sign-in journeys use the form.
 * @param path by default the person's start page
 */
export async function openAs(page: Page, http: string, who: Person, path = '/'): Promise<void> {
  const answer = await sendCall(http, '', signInCall, who)
  if (answer.status !== 'signedIn') throw new Error(`Not signed in: ${answer.status}`)
  if (answer.user.is_agreement_due) await sendCall(http, answer.token, acceptAgreementCall, {})
  await page.context().addCookies([{ name: sessionCookie(false), value: answer.token, url: http }])
  await page.goto(http + path)
  await page.locator('#main, .wall').waitFor()
}

/** Answers with the document of a later build, which names another script. */
export async function laterBuild(route: Route): Promise<void> {
  const answer = await route.fetch()
  const body = (await answer.text()).replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-later.js')
  await route.fulfill({ response: answer, body })
}

/** Signs in through the form. */
export async function signIn(page: Page, http: string, who: Person): Promise<void> {
  await page.goto(`${http}/user/login`)
  await signInHere(page, who)
}

/** Signs in on the open form, without reloading the page. */
export async function signInHere(page: Page, who: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/user'))
  await acceptAgreement(page)
}

/** Signs out through the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

/** The user agreement appears only at a person's first sign-in. */
export async function acceptAgreement(page: Page): Promise<void> {
  const acceptance = page.getByRole('button', { name: 'I accept' })
  const inside = page.locator('#main, .wall')
  await acceptance.or(inside).first().waitFor()
  if (await acceptance.isVisible()) await acceptance.click()
  await inside.waitFor()
}

/** The demo clinic; other journeys may have added clinics before it. */
export async function demoClinic({ portal }: Pick<World, 'portal'>): Promise<Clinic> {
  const { items } = await portal.send(listClinics, {})
  const demo = items.find(({ is_demo }) => is_demo)
  if (!demo) throw new Error('There is no demonstration facility')
  return demo
}

/** Adds a user for one journey, by default at the demo clinic, with a permanent password. */
export async function addPerson(
  world: World,
  fields: Partial<CallArguments<typeof createUser>> = {},
): Promise<Person & { readonly id: string }> {
  const person = {
    email: `${randomUUID()}@example.org`,
    password: 'two herons stand in fog',
  }
  const { id } = await world.portal.send(createUser, {
    user_type: 'clinic-web',
    first_name: 'Grace',
    last_name: 'Hopper',
    clinic_ids: [(await demoClinic(world)).id],
    ...person,
    ...fields,
  })
  return { ...person, id }
}

/** A small PDF for face sheets and attachments. */
export const smallPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF', 'latin1')

/** @param lastModified of the file by the caller's clock; a newer one replaces the one before */
export async function storeFaceSheet({ portal }: World, patient_id: string, lastModified: number): Promise<void> {
  const url = `${portal.http}/api/residents/${patient_id}/face-sheet?last_modified=${lastModified}`
  const headers = { authorization: `Bearer ${portal.token}`, 'content-type': 'application/pdf' }
  expect((await fetch(url, { method: 'PUT', headers, body: smallPdf })).status).toBe(200)
}

/** Text of the newest message to a recipient, read from the outbox as a Superadmin does. */
export async function readMessage({ portal }: World, recipient: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const { items } = await portal.send(listMessages, {})
      text = items.find((message) => message.recipient === recipient)?.text ?? ''
      return text
    })
    .not.toBe('')
  return text
}

/** The six digits in the newest message to a recipient. */
export const readCode = async (world: World, recipient: string): Promise<string> =>
  /\b\d{6}\b/.exec(await readMessage(world, recipient))?.[0] ?? ''

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** The rules whose result can differ between themes. */
const ofColours = ['color-contrast', 'link-in-text-block']
const noColours = Object.fromEntries(ofColours.map((id) => [id, { enabled: false }]))

/** Runs in the page: what axe finds in each theme. Animations are finished first. */
async function findFaults(runs: Record<string, RunOptions>) {
  const { axe } = window as unknown as { axe: typeof Axe }
  const root = document.documentElement
  const before = root.getAttribute('data-mantine-color-scheme') ?? 'light'
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  const faults = []
  scrollTo(0, 0)
  // What lies half under the phone's bar, or under a pop-up, is scrolled free by who wants it.
  const bar = document.querySelector<HTMLElement>('.bottom-bar')
  if (bar) bar.style.position = 'static'
  for (const [theme, options] of Object.entries(runs)) {
    root.setAttribute('data-mantine-color-scheme', theme)
    // When one colour transition ends, an inherited one may start.
    for (let left = moving(); left.length > 0; left = moving()) for (const one of left) one.finish()
    // With a dialog open, only the dialog is checked.
    const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    const { violations } = await axe.run(dialog ?? document, options)
    for (const { id, nodes } of violations)
      faults.push({
        theme,
        id,
        where: nodes.map(({ target }) => target.join(' ')).join(', '),
        why: nodes[0]?.failureSummary,
      })
  }
  root.setAttribute('data-mantine-color-scheme', before)
  bar?.style.removeProperty('position')
  return faults
}

/**
 * Expects axe to find nothing on the page in both themes, once it is at rest: a drawer may still be closing. Scrolls to
 * the top first, because a button half hidden under the bar counts as too small.
 * @param colours whether to check contrasts too, which takes most of the time
 */
export async function expectAccessible(
  page: Page,
  { but = [], colours = true }: { but?: readonly string[]; colours?: boolean } = {},
): Promise<void> {
  // Passing rules needn't be reported.
  const told = { resultTypes: ['violations'], preload: false, iframes: false } satisfies RunOptions
  const runs: Record<string, RunOptions> = colours
    ? { light: { ...told, runOnly: standards }, dark: { ...told, runOnly: ofColours } }
    : { light: { ...told, runOnly: standards, rules: noColours } }
  await expect(async () => {
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(Axe.source)
    const faults = await page.evaluate(findFaults, runs)
    expect(faults.filter(({ id }) => !but.includes(id))).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/**
 * Looks at the page as it is on both screens: nothing sticks out sideways, and axe finds nothing. Ends with the size that
 * the page had. Whoever walks through a page once looks at it this way; what a phone does differently has its own story,
 * which checks its colours too. Here they are checked at the desk, because both screens have the same.
 */
export async function lookAt(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desk
  for (const { name, width, height } of sizes) {
    await page.setViewportSize({ width, height })
    await noSideways(page)
    await expectAccessible(page, { colours: name === 'desk' })
  }
  await page.setViewportSize(before)
}
