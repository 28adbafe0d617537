import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test as base, type Page, type Request } from '@playwright/test'
import { compileTexts } from '../../texts/compile.ts'
import { outsideCatalogue } from '../../texts/pseudo.ts'
import { type World, withWorld } from './portal.fixture.ts'

/** A portal and its pages in the pseudo-language, and what they show that is neither from the catalogue nor data. */

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'web/dist-pseudo')
const vite = join(root, 'node_modules/vite/bin/vite.js')

export const test = base.extend<{ page: Page }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      await compileTexts(true)
      // Two seconds: not worth keeping, and never older than the pages.
      const env = { ...process.env, EUPNEA_TEXTS: 'pseudo', NODE_ENV: 'production' }
      const words = ['--conditions=pseudo', vite, 'build', 'web', '--logLevel', 'error']
      await promisify(execFile)(process.execPath, words, { cwd: root, env })
      await withWorld({ NODE_OPTIONS: '--conditions=pseudo' }, use)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // The portal serves its real pages and nothing else, so the browser is given these instead.
  page: async ({ page }, use) => {
    await page.route(
      (url) => !/^\/(api|live|docs)([/?]|$)/.test(url.pathname),
      async (route) => {
        const file = join(dist, new URL(route.request().url()).pathname)
        await route.fulfill({ path: /\.\w+$/.test(file) && existsSync(file) ? file : join(dist, 'index.html') })
      },
    )
    await use(page)
  },
})

/** @returns what of a text is neither from the catalogue nor one of `known`; '' if it has no words left */
export function strayText(text: string, known: RegExp): string {
  if (text.split('⟦').length !== text.split('⟧').length) return text
  const rest = outsideCatalogue(text).replaceAll(/\s+/g, ' ').replaceAll(known, ' ').trim()
  return /\p{L}{2}/u.test(rest) ? rest : ''
}

/** Finds each of these as whole words, longer ones first. @param patterns expressions, which come before all */
export function anyOf(texts: Iterable<string>, patterns: readonly string[]): RegExp {
  const longest = [...texts].sort((one, other) => other.length - one.length)
  const all = [...patterns, ...longest.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))]
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}

/** What a page says to those who see and those who hear it: a text for each block, and each attribute that is read. */
export const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set([document.title])
    const read = 'aria-label aria-description aria-roledescription aria-valuetext placeholder title alt'.split(' ')
    /** @returns the text of an element that is part of a line; blocks add theirs by themselves */
    const textOf = (element: Element): string => {
      if (!element.closest('[aria-hidden=true]')) for (const name of read) texts.add(element.getAttribute(name) ?? '')
      if (element instanceof HTMLInputElement && !/^(checkbox|radio|hidden)$/.test(element.type))
        texts.add(element.value)
      const inner = [...element.childNodes].map((child) => {
        if (child instanceof Text) return child.data
        return child instanceof Element && !/^(script|style)$/i.test(child.tagName) ? textOf(child) : ''
      })
      const text = inner.join(' ')
      if (/^(inline|contents)/.test(getComputedStyle(element).display)) return text
      texts.add(text)
      return ' '
    }
    textOf(document.body)
    return [...texts]
  })

interface Router {
  readonly routesById: Readonly<Record<string, { readonly path?: string; readonly fullPath: string }>>
  readonly history: { push(path: string): void }
}
declare global {
  interface Window {
    /** TanStack Router leaves itself there. */
    readonly __TSR_ROUTER__: Router
  }
}

/** The patterns of all pages, as the router has them. */
export const patternsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.values(window.__TSR_ROUTER__.routesById).flatMap(({ path, fullPath }) => (path ? [fullPath] : [])),
  )

/** Goes on within the page, as a link does: to load it anew would take ten times as long. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => window.__TSR_ROUTER__.history.push(to), path)

/** Waits until nothing is fetched any more and what came is drawn; a live page fetches now and then. */
export function watchRequests(page: Page): { settle(): Promise<void> } {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const drawn = () =>
    page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 15))))
  return {
    async settle() {
      const until = Date.now() + 700
      for (let quiet = 0; quiet < 2 && Date.now() < until; quiet = open.size > 0 ? 0 : quiet + 1) await drawn()
      open.clear()
    },
  }
}

/** What can be opened on a page: its buttons and tabs, or the entries of the menu that is open. */
export const openersOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem], button, [role=tab]')].map((element) => {
      const isUsable = element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true], th button')
      const kind = element.role === 'menuitem' ? 'menuitem' : 'button'
      return isUsable ? `${kind} ${element.ariaLabel ?? element.textContent}` : ''
    }),
  )

/** Presses one of them, by its place. */
export const press = (page: Page, place: number): Promise<void> =>
  page.evaluate(
    (at) => document.querySelectorAll<HTMLElement>('[role=menuitem], button, [role=tab]')[at]?.click(),
    place,
  )
