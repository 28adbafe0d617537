import { readFile, stat, writeFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'

/** How much script a browser loads for the login page and up to an idle dashboard. */

interface Part {
  readonly name: string
  /** modules fetched, each with everything it imports */
  readonly modules: readonly string[]
  /** bytes */
  readonly most: number
}

const login = ['main.tsx']

/** `tests/journeys/sign-in.journey.ts` checks that a browser loads exactly these. */
const wayIn: readonly Part[] = [
  { name: 'login page', modules: login, most: 120_000 },
  {
    name: 'login page to dashboard',
    modules: [
      ...login,
      'app/portal.tsx',
      'app/pop-ups.tsx',
      'app/main-layout.tsx',
      'dashboard/dashboard-page.tsx',
      'notifications/arrivals.tsx',
      'notifications/card-acts.tsx',
    ],
    most: 220_000,
  },
]

/** Approximate response headers, mostly security headers. */
const headerBytes = 1_000

const list = 'web/dist/.scripts.json'

/** Records which files each part consists of. @throws Error when a module no longer exists */
export async function noteScripts(output: Rolldown.RolldownOutput['output']): Promise<void> {
  const chunks = output.filter((file) => file.type === 'chunk')
  const workers = output.flatMap(({ type, fileName }) => (type === 'asset' && fileName.endsWith('.js') ? fileName : []))
  /** named by the document, which no chunk imports */
  const beforeAll = output.flatMap(({ fileName }) => (/^assets\/first-look-.*\.js$/.test(fileName) ? fileName : []))
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  function add(file: string, files: Set<string>) {
    if (files.has(file)) return
    files.add(file)
    const { imports = [], code = '' } = byFile.get(file) ?? {}
    for (const imported of imports) add(imported, files)
    for (const worker of workers) if (code.includes(worker)) files.add(worker)
  }
  const noted = wayIn.map(({ name, modules }) => {
    const files = new Set(beforeAll)
    for (const module of modules) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/${module}`)))
      if (!chunk) throw new Error(`${module} is not in the web app; update the list in tools/script-weight.ts`)
      add(chunk.fileName, files)
    }
    return { name, files: [...files] }
  })
  await writeFile(list, JSON.stringify(noted))
}

/** Weighs the last build as it is sent: compressed, with headers. */
export async function weighScripts() {
  const noted: { name: string; files: string[] }[] = JSON.parse(await readFile(list, 'utf8'))
  return Promise.all(
    noted.map(async ({ name, files }) => {
      const sizes = await Promise.all(files.map(async (file) => (await stat(`web/dist/${file}.br`)).size))
      const bytes = sizes.reduce((sum, size) => sum + size + headerBytes, 0)
      return { name, files, bytes, most: wayIn.find((part) => part.name === name)?.most ?? 0 }
    }),
  )
}

export async function printScripts(): Promise<void> {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)
  console.table(
    Object.fromEntries(
      (await weighScripts()).map(({ name, files, bytes, most }) => [
        name,
        { files: files.length, 'kB (brotli, with headers)': kilobytes(bytes), 'at most': kilobytes(most) },
      ]),
    ),
  )
}
