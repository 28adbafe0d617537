import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, readSources } from './source-files.ts'

/** Pages come when they are opened, and whichever is opened first has nothing but what it imports itself. */

const sources = new Map(
  readSources()
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .map((file) => [file.path, file]),
)

const sheets = readdirSync('web', { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => name.endsWith('.css') && !/node_modules|dist/.test(parentPath))
  .map(({ name, parentPath }) => join(parentPath, name).replaceAll('\\', '/'))

/** Class names by the sheets that have a rule for them. */
const sheetsOf = new Map<string, Set<string>>()
for (const sheet of sheets)
  for (const [, name] of readFileSync(sheet, 'utf8').matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g))
    sheetsOf.set(name!, (sheetsOf.get(name!) ?? new Set()).add(sheet))

/** The routers name every page: what they lead to is not theirs. */
const routes = ['web/app/page-routes.ts', 'web/app/public-routes.ts']

const isLater = (text: string, target: string) => new RegExp(`import\\('[^']*/${basename(target)}'\\)`).test(text)

/** Everything that comes with a file, now or when it is wanted, as long as no route leads away. */
function reach(start: string, { atOnce = false } = {}): ReadonlySet<string> {
  const seen = new Set<string>()
  const left = [start]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { text = '', imports = [] } = sources.get(path) ?? {}
    if (routes.includes(path)) continue
    left.push(
      ...imports.filter(({ own, target }) => own && !(atOnce && isLater(text, target))).map(({ target }) => target),
    )
  }
  return seen
}

it('a page brings the styles of all that it shows, whichever page was opened before', () => {
  const always = reach('web/main.tsx', { atOnce: true })
  const inside = reach('web/app/main-layout.tsx')
  const pages = routes.flatMap((path) =>
    sources
      .get(path)!
      .imports.filter(({ target }) => /-page\.tsx$/.test(target))
      .map(({ target }) => ({ name: target, shown: reach(target), around: path === routes[0] ? inside : always })),
  )
  // What stands there before the first page has come has no other styles to lean on.
  const start = { name: 'the start', shown: always, around: always }
  const missing = [start, ...pages].flatMap(({ name: page, shown, around }) => {
    const known = (sheet: string) => [shown, always, around].some((files) => files.has(sheet))
    return [...shown].flatMap((path) =>
      [...(sources.get(path)?.text ?? '').matchAll(/className="([^"]+)"/g)]
        .flatMap(([, names]) => names!.split(' '))
        .filter((name) => sheetsOf.has(name) && ![...sheetsOf.get(name)!].some(known))
        .map((name) => `${page}: .${name} in ${path}`),
    )
  })
  expect(pages.length).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
