import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { CallArguments } from '@eupnea/contract/call.ts'
import { type Clinic, listClinics } from '@eupnea/contract/clinics.ts'
import { listMessages } from '@eupnea/contract/outbox.ts'
import { createUser } from '@eupnea/contract/users.ts'
import { test as base, expect, type Page } from '@playwright/test'
import { readCsv } from '../kit/read-csv.ts'
import { admin, type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** One portal with its demonstration clinic for all journeys, as a newcomer starts it. */

export interface Person {
  readonly email: string
  readonly password: string
}

export interface World {
  readonly portal: SpawnedPortal
  /** the demonstration clinic's own user */
  readonly nurse: Person
}

export const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const folder = await temporaryFolder()
      const portal = await spawnPortal({ dataDir: folder.path, args: [], env: { NODE_ENV: 'development' } })
      const line = portal.announcements.find((text) => text.startsWith('Demonstration facility'))
      const [, email, password] = /: (\S+) {2}password: (\S+)/.exec(line ?? '') ?? []
      if (!email || !password) throw new Error('The demonstration facility was not announced')
      await use({ portal, nurse: { email, password } })
      await portal.stop()
      await folder.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { admin, expect }

/** What each story is told on. */
export const sizes = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const

/** Nothing stands out beside the page. */
export const noSideways = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

/** The rows of a list or a report that the page offers as CSV under this name. */
export async function saveCsv(page: Page, name: string): Promise<Record<string, string>[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download CSV: ${name}` }).click()
  return readCsv(await readFile(await (await download).path(), 'utf8'))
}

export async function signIn(page: Page, http: string, who: Person): Promise<void> {
  await page.goto(`${http}/user/login`)
  await signInHere(page, who)
}

/** At the sign-in that is open, without another start of the page. */
export async function signInHere(page: Page, who: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/user'))
  await acceptAgreement(page)
}

/** By hand. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
}

/** The user agreement shows at a person's first sign-in, and not again. */
export async function acceptAgreement(page: Page): Promise<void> {
  const acceptance = page.getByRole('button', { name: 'I accept' })
  const inside = page.locator('#main, .wall')
  await acceptance.or(inside).first().waitFor()
  if (await acceptance.isVisible()) await acceptance.click()
  await inside.waitFor()
}

/** The demonstration clinic: other journeys may have added some before it. */
export async function demoClinic({ portal }: Pick<World, 'portal'>): Promise<Clinic> {
  const { items } = await portal.send(listClinics, {})
  const demo = items.find(({ is_demo }) => is_demo)
  if (!demo) throw new Error('There is no demonstration facility')
  return demo
}

/** A user of a journey's own, in the demonstration clinic unless told otherwise, with a password that holds. */
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

/** As a face sheet or an attachment is one. */
export const smallPdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF', 'latin1')

/** @param lastModified of the file, as the caller's system has it; a newer one takes the place of the one before */
export async function storeFaceSheet({ portal }: World, patient_id: string, lastModified: number): Promise<void> {
  const url = `${portal.http}/api/residents/${patient_id}/face-sheet?last_modified=${lastModified}`
  const headers = { authorization: `Bearer ${portal.token}`, 'content-type': 'application/pdf' }
  expect((await fetch(url, { method: 'PUT', headers, body: smallPdf })).status).toBe(200)
}

/** Text of the newest message to somebody, read from the outbox as a Superadmin does. */
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

/** The six digits of the newest message to somebody. */
export const readCode = async (world: World, recipient: string): Promise<string> =>
  /\b\d{6}\b/.exec(await readMessage(world, recipient))?.[0] ?? ''

/** In the page: colours on their way to others are not what people read. What pulses without end is not waited for. */
async function settled(): Promise<void> {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map((one) => one.finished.catch(() => {})))
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** The rules among them that may find something else in the other theme. */
const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * No fault that axe finds on the page once it is at rest, in both themes: a drawer may still be on its way out.
 * From its top, because a button that has been scrolled half under the bar is no small button.
 */
export async function expectAccessible(page: Page, { but = [] }: { but?: readonly string[] } = {}): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  for (const scheme of ['light', 'dark'] as const) {
    await page.evaluate((value) => document.documentElement.setAttribute('data-mantine-color-scheme', value), scheme)
    await expect(async () => {
      await page.evaluate(settled)
      // Without frames there is no need of a second page, which takes its time.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      const { violations } = await (scheme === 'light' ? axe.withTags(standards) : axe.withRules(ofColours)).analyze()
      const found = violations
        .filter(({ id }) => !but.includes(id))
        .map(({ id, nodes }) => `${scheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
      expect(found).toEqual([])
    }).toPass({ timeout: 40_000 })
  }
}
