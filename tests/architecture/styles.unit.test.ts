import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, readSources } from './source-files.ts'

/** Styles use tokens, each defined once. Pages load on demand, so each must import all the styles it needs. */

const sources = new Map(
  readSources()
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .map((file) => [file.path, file]),
)

const sheets = readdirSync('web', { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => name.endsWith('.css') && !/node_modules|dist/.test(parentPath))
  .map(({ name, parentPath }) => join(parentPath, name).replaceAll('\\', '/'))

const tokenSheet = 'web/shared/tokens.css'
const textOf = new Map(sheets.map((sheet) => [sheet, readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')]))

/** Class names, each with the sheets that style it. */
const sheetsOf = new Map<string, Set<string>>()
for (const [sheet, text] of textOf)
  for (const [, name] of text.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g))
    sheetsOf.set(name!, (sheetsOf.get(name!) ?? new Set()).add(sheet))

interface Declaration {
  readonly sheet: string
  readonly property: string
  readonly value: string
}
const declarations: readonly Declaration[] = [...textOf].flatMap(([sheet, text]) =>
  [...text.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+?)\s*(?=[;}])/g)].map(([, property, value]) => ({
    sheet,
    property: property!,
    value: value!,
  })),
)

const token = String.raw`var\(--[\w-]+\)`
/** Properties whose values come from a scale, with other allowed values. */
const scales: readonly [property: RegExp, value: RegExp][] = [
  [/^font-size$/, /^var\(--(text|rate)[\w-]*\)$/],
  [/^font$/, /^inherit$/],
  [/^font-family$/, /^(inherit|var\(--font[\w-]*\))$/],
  [/^border(-\w+)*-radius$/, /^((var\(--radius-\d\)|0|50%|inherit)( |$))+$/],
  [/^(box|text)-shadow$/, /^(none|var\(--(shadow|ring)[\w-]*\))$/],
  [
    /^((scroll-)?(margin|padding)|gap|row-gap|column-gap)/,
    new RegExp(
      `^((${token}|0|auto|inherit|[\\d.]+(%|vw|dvh|em)|(calc|clamp|min|max)\\((${token}|[-+*/, ]|[\\d.]+(%|vw|dvh)?(?!\\w))+\\))( |$))+$`,
    ),
  ],
]
/** A printed report is measured in millimetres. */
const isPaper = ({ sheet, value }: Declaration) =>
  sheet === 'web/reports/report-sheets.css' && /^(([\d.]+mm|0)( |$))+$/.test(value)

const rawColour =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(white|black|gr[ae]y|red|green|blue|yellow|orange)(?![\w-])/i

/** The routers import every page, so their imports don't count as a page's own. */
const routes = ['web/app/page-routes.ts', 'web/app/public-routes.ts']

const isLater = (text: string, target: string) => new RegExp(`import\\('[^']*/${basename(target)}'\\)`).test(text)

/** Everything a file imports, statically or later, without following routes. */
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
  // What is shown before the first page loads can't rely on that page's styles.
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

it('type, spaces, corners, shadows and colours come from the tokens alone', () => {
  const others = declarations.filter(({ sheet }) => sheet !== tokenSheet && sheet !== 'web/shared/typeface.css')
  const raw = others.filter(
    (declaration) =>
      rawColour.test(declaration.value.replaceAll(/url\([^)]*\)/g, '')) ||
      (scales.some(([property, value]) => property.test(declaration.property) && !value.test(declaration.value)) &&
        !isPaper(declaration)),
  )
  expect(others.length).toBeGreaterThan(2000)
  expect(raw.map(({ sheet, property, value }) => `${sheet}: ${property}: ${value}`)).toEqual([])
  // Components must not use raw colours either.
  const inCode = [...sources].filter(([path, { text }]) => path !== tokenSheet && /['"`]#[\da-f]{6}['"`]/i.test(text))
  expect(inCode.map(([path]) => path)).toEqual([])
})

it('there are at most seven sizes of type and eight spaces, and none is missing or unused', () => {
  const tokens = new Set(declarations.flatMap(({ sheet, property }) => (sheet === tokenSheet ? [property] : [])))
  const named = (start: string) => [...tokens].filter((name) => name.startsWith(start)).length
  expect(named('--text-')).toBeLessThanOrEqual(7)
  expect(named('--space-')).toBeLessThanOrEqual(8)
  const used = [...textOf.values(), ...[...sources.values()].map(({ text }) => text)].join('\n')
  const wanted = [...used.matchAll(/var\((--(?:text|rate|space|radius|shadow|ring|font)[\w-]*)\)/g)].map(
    ([, name]) => name!,
  )
  expect([...new Set(wanted)].filter((name) => !tokens.has(name))).toEqual([])
  // The chart palette and Mantine's shades compose token names.
  const isUsed = (name: string) => new RegExp(`var\\(${name}\\)|'${name}'|'${name.slice(2)}'`).test(used)
  expect([...tokens].filter((name) => !isUsed(name) && !/^--(brand|warn|danger)(-soft)?$/.test(name))).toEqual([])
})

it('a width at which the page changes is said once', () => {
  const inSheets = [...textOf].flatMap(([sheet, text]) =>
    [...text.matchAll(/@media[^{]*width[^{]*/g)].map(([query]) => `${sheet}: ${query}`),
  )
  const inCode = [...sources].flatMap(([path, { text }]) =>
    /innerWidth\s*[<>]=?\s*\d|matchMedia\([^)]*width|\b76[78]\b/.test(text) ? [path] : [],
  )
  expect([...inSheets, ...inCode]).toEqual(['web/shared/breakpoints.ts'])
})

it('a class has a rule, and a rule a class', () => {
  const code = [...sources.values()].map(({ text }) => text).join('\n')
  const isNamed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)
  const theirs = /^(mantine|u)-/
  expect([...sheetsOf.keys()].filter((name) => !theirs.test(name) && !isNamed(name))).toEqual([])
  const named = [...code.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '))
  expect(named.length).toBeGreaterThan(500)
  expect([...new Set(named)].filter((name) => !sheetsOf.has(name))).toEqual([])
})
