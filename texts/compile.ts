import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { InlangPlugin } from '@inlang/sdk'
import { pseudo } from './pseudo.ts'

const folder = import.meta.dirname
const locale = 'en'

interface Source {
  readonly name: string
  readonly content: string
}

/** The catalogue: a file per noun. */
async function readCatalogue(): Promise<Source[]> {
  const names = (await readdir(join(folder, locale))).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(names.map(async (name) => ({ name, content: await readFile(join(folder, locale, name), 'utf8') })))
}

/**
 * Compiles the catalogue into functions, unless this was already done from these very files. Called by everything that
 * uses the texts (npm ci, start, test, check, build, vitest, Vite), so that nobody has to remember it.
 * @param isPseudo in the pseudo-language that shows which texts aren't from the catalogue, for tests
 */
export async function compileTexts(isPseudo = false): Promise<void> {
  const compiled = join(folder, isPseudo ? 'compiled-pseudo' : 'compiled')
  const read = async (name: string) => ({ name, content: await readFile(join(folder, name), 'utf8') })
  const catalogue = await readCatalogue()
  const hash = createHash('sha256')
  for (const { name, content } of [...catalogue, await read('compile.ts'), await read('package.json')])
    hash.update(`${name}\n${content}`)
  const stamp = hash.digest('hex')
  const isDone = async () => (await readFile(join(compiled, 'stamp'), 'utf8').catch(() => '')) === stamp
  if (await isDone()) return

  // Built beside it and moved into place whole, so that other processes see either the old or the new.
  const [made, old] = [`${compiled}-${randomUUID()}`, `${compiled}-${randomUUID()}`]
  const project = await openProject(isPseudo ? catalogue.map(pseudo) : catalogue)
  try {
    // One file each for the server and tests, which load everything; a file per text for Vite, which takes only those
    // it needs. The types of all are in comments: two thirds of the bytes, which each thread would keep.
    const whole = await project.compile('locale-modules')
    await write(join(made, 'typed'), whole)
    await write(join(made, 'whole'), whole, withoutComments)
    await write(join(made, 'single'), await project.compile('message-modules'))
    await writeFile(join(made, 'stamp'), stamp)
    await rename(compiled, old).catch(() => {})
    await rename(made, compiled)
  } catch (error) {
    // Another process was quicker.
    if (!(await isDone())) throw error
  } finally {
    await project.close()
    await rm(made, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** The library's project, in memory; its plugin comes from node_modules, so nothing is fetched. */
async function openProject(files: readonly Source[]) {
  const [{ loadProjectInMemory, newProject }, { compileProject }, { default: plugin }] = await Promise.all([
    import('@inlang/sdk'),
    import('@inlang/paraglide-js'),
    // It has no types of its own.
    import('@inlang/plugin-message-format' as string) as Promise<{ default: InlangPlugin }>,
  ])
  const settings = { baseLocale: locale, locales: [locale], [plugin.key]: { pathPattern: './{locale}/*.json' } }
  const project = await loadProjectInMemory({ blob: await newProject({ settings }), providePlugins: [plugin] })
  const given = files.map(({ content }) => ({ locale, content: Buffer.from(content) }))
  await project.importFiles({ pluginKey: plugin.key, files: given })
  return {
    compile: (outputStructure: 'locale-modules' | 'message-modules') =>
      compileProject({
        project,
        compilerOptions: {
          outputStructure,
          strategy: ['globalVariable', 'baseLocale'],
          // While there is one locale, no call asks which.
          experimentalStaticLocale: JSON.stringify(locale),
          disableAsyncLocalStorage: true,
          emitReadme: false,
        },
      }),
    close: () => project.close(),
  }
}

/**
 * What is put into a text is a word or a count, and nothing else: dates and other values are made words by their one
 * formatter. And that there is one locale only is a constant that bundlers see through: a third of the bytes.
 */
const sharpen = (content: string): string =>
  content
    .replaceAll('NonNullable<unknown>', 'string | number')
    // Counts are written as all numbers are: by the page's locale, not by the language.
    .replace('return new Intl.NumberFormat(locale, options).format(Number(input))', 'return numberText(Number(input))')
    .replace(/^(?=[\s\S]*return numberText)/, "import { numberText } from '../../locale.ts'\n")
    .replace(`experimentalStaticLocale = assertIsLocale("${locale}")`, `experimentalStaticLocale = "${locale}"`)

const withoutComments = (content: string): string => content.replaceAll(/\/\*\*[\s\S]*?\*\/\s*/g, '')

async function write(to: string, files: Record<string, string>, change = (content: string) => content): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(to, name)
    if (!existsSync(dirname(path))) await mkdir(dirname(path), { recursive: true })
    await writeFile(path, change(sharpen(content)))
  }
}

if (import.meta.main) await compileTexts(process.argv.includes('--pseudo'))
