import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { isTest, readSources } from './source-files.ts'

/** Styles use tokens, each defined once, and components use classes of the sheets they import, which TypeScript can't check. */

const sources = new Map(
  readSources()
    .filter(({ path }) => path.startsWith('web/') && !isTest(path))
    .map((file) => [file.path, file]),
)

const files = readdirSync('web', { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => name.endsWith('.css') && !/node_modules|dist/.test(parentPath))
  .map(({ name, parentPath }) => join(parentPath, name).replaceAll('\\', '/'))

const tokenSheet = 'web/shared/tokens.css'
const fileText = (sheet: string) => readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
/** Further files of a large module, which are one sheet with it. */
const partsOf = (sheet: string) =>
  sheet.endsWith('.module.css')
    ? [...fileText(sheet).matchAll(/^@import "(.+)";$/gm)].map(
        ([, part]) => `${dirname(sheet)}/${part!.slice('./'.length)}`,
      )
    : []
const sheets = files.filter((file) => !files.some((sheet) => partsOf(sheet).includes(file)))
const textOf = new Map(sheets.map((sheet) => [sheet, [...partsOf(sheet), sheet].map(fileText).join('\n')]))

/** They style elements and Mantine's parts, and have two classes for any element. The rest belongs to a component. */
const globalSheets = ['web/shared/theme.css', tokenSheet, 'web/shared/typeface.css']
const globalClasses = ['tabular', 'visually-hidden']

const modules = sheets.filter((sheet) => sheet.endsWith('.module.css'))
const ownText = (module: string) => textOf.get(module)!.replaceAll(/:global\([^()]*\)/g, '')
const classesOf = new Map(
  modules.map((module) => [
    module,
    new Set([...ownText(module).matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name]) => name!)),
  ]),
)

/** `card-rr` → `cardRr`, as the build names it in scripts */
const inCode = (name: string) => name.replaceAll(/-+(\w)/g, (_, first: string) => first.toUpperCase())

interface Declaration {
  readonly sheet: string
  readonly property: string
  readonly value: string
}
const pageRules = /@page[^}]*\}/g
const declarations: readonly Declaration[] = [...textOf].flatMap(([sheet, text]) =>
  [...text.replaceAll(pageRules, '').matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+?)\s*(?=[;}])/g)].map(
    ([, property, value]) => ({
      sheet,
      property: property!,
      value: value!,
    }),
  ),
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
  sheet === 'web/reports/report-sheets.module.css' && /^(([\d.]+mm|0)( |$))+$/.test(value)

const rawColour =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(white|black|gr[ae]y|red|green|blue|yellow|orange)(?![\w-])/i

/** The selectors of a sheet that aren't nested in another rule. */
function outerSelectors(text: string): string[] {
  const around: string[] = []
  const found: string[] = []
  for (const [, before, mark] of text.matchAll(/([^{};]*)([{};])/g)) {
    const prelude = before!.trim()
    if (mark === '{') {
      if (!prelude.startsWith('@') && around.every((outer) => /^@(?!keyframes)/.test(outer)))
        found.push(...prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
      around.push(prelude)
    } else if (mark === '}') around.pop()
  }
  return found
}

it('every rule of a module has a class; only three sheets are global', () => {
  expect(sheets.filter((sheet) => !modules.includes(sheet)).sort()).toEqual(globalSheets.sort())
  const everywhere = modules.flatMap((module) =>
    outerSelectors(ownText(module))
      .filter((selector) => !/\.[a-z]/.test(selector))
      .map((selector) => `${module}: ${selector}`),
  )
  expect(everywhere).toEqual([])
})

it('a class belongs to one sheet', () => {
  const names = [...globalClasses, ...[...classesOf.values()].flatMap((classes) => [...classes])]
  expect(names.length).toBeGreaterThan(400)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

it('components use classes that their sheets have, and every class is used', () => {
  const named = new Set<string>()
  const unknown: string[] = []
  for (const [path, { text }] of sources) {
    for (const [, local, from] of text.matchAll(/^import (\w+) from '(\..+\.module\.css)'$/gm)) {
      const module = join(path, '..', from!).replaceAll('\\', '/')
      const known = new Set([...classesOf.get(module)!].map(inCode))
      for (const [, name = '[…]'] of text.matchAll(new RegExp(`(?<![\\w.])${local}(?:\\.(\\w+)|\\[)`, 'g'))) {
        if (!known.has(name)) unknown.push(`${path}: ${local}.${name}`)
        named.add(`${module} ${name}`)
      }
    }
    // As strings, only the global ones.
    for (const [, plain, joined] of text.matchAll(/className="([^"]*)"|(?<=\bclsx\()([^()]*)/g))
      for (const name of plain?.split(' ') ?? [...joined!.matchAll(/'([^']*)'/g)].map(([, inside]) => inside!))
        if (!globalClasses.includes(name)) unknown.push(`${path}: ${name}`)
  }
  expect(unknown).toEqual([])
  expect(named.size).toBeGreaterThan(400)
  const unused = [...classesOf].flatMap(([module, classes]) =>
    [...classes].filter((name) => !named.has(`${module} ${inCode(name)}`)).map((name) => `${module}: .${name}`),
  )
  expect(unused).toEqual([])
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
  // Nor by way of a component.
  const coloured = [...sources].filter(([path, { text }]) => path !== tokenSheet && /['"`]#[\da-f]{6}['"`]/i.test(text))
  expect(coloured.map(([path]) => path)).toEqual([])
})

it('no stripes are of a mixed colour: Firefox would draw them as hairlines', () => {
  const striped = declarations.filter(({ value }) => value.includes('repeating-'))
  expect(striped.length).toBeGreaterThan(3)
  const mixed = striped.filter(({ value }) => /repeating-[a-z-]+\((?:[^()]|\([^()]*\))*\bcolor-mix\(/.test(value))
  expect(mixed.map(({ sheet, property }) => `${sheet}: ${property}`)).toEqual([])
})

it('margins of paper are lengths: Firefox knows no token there, and would print up to the edge [EA-6]', () => {
  const pages = [...textOf].flatMap(([sheet, text]) =>
    [...text.matchAll(pageRules)].map(([rule]) => `${sheet}: ${rule}`),
  )
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.filter((page) => page.includes('var('))).toEqual([])
})

it('no fieldset whose legend stands within it is a grid or a row: in Safari nothing floats there', () => {
  const all = [...textOf.values()].join('\n')
  const floating = [...all.matchAll(/\.([\w-]+) > legend \{[^}]*float: left/g)].map(([, name]) => name!)
  expect(floating.length).toBeGreaterThan(0)
  const laidOut = floating.filter((name) => new RegExp(`\\.${name} \\{[^}]*display: (grid|flex)`).test(all))
  expect(laidOut).toEqual([])
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
  const inScripts = [...sources].flatMap(([path, { text }]) =>
    /innerWidth\s*[<>]=?\s*\d|matchMedia\([^)]*width|\b76[78]\b/.test(text) ? [path] : [],
  )
  expect([...inSheets, ...inScripts]).toEqual(['web/shared/breakpoints.ts'])
})

it('lengths are given to the elements that read them: from the document, every card would inherit them [EA-6]', () => {
  const known = new Set([...classesOf.values()].flatMap((classes) => [...classes]))
  const published = [...sources.values()].flatMap(({ path, text }) => {
    expect(text, path).not.toMatch(/documentElement\.style|:root/)
    return [...text.matchAll(/publishLength\(\s*'(--[\w-]+)',\s*'([^']+)'/g)].map(([, name, readers]) => ({
      name,
      readers,
    }))
  })
  expect(published.map(({ name }) => name).toSorted()).toEqual(['--pop-ups', '--shell-top'])
  for (const { readers } of published)
    for (const [, name] of readers!.matchAll(/\.([\w-]+)/g))
      if (!name!.startsWith('mantine-')) expect(known).toContain(name)
})
