import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'

/** Names of the product and its notifications, wherever people read them. */

const texts = ['contract', 'web', 'server', 'db', 'texts/en'].flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|html|json|svg|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|[\\/]dist[\\/]/.test(path)),
)

it('says notification or flag, and never the word for what rings [AL-8]', () => {
  expect(texts.length).toBeGreaterThan(300)
  // Codes of ISO/IEEE 11073 are what nurse call systems expect.
  const said = (path: string) => readFileSync(path, 'utf8').replaceAll(/MDC_[A-Z_]+/g, '')
  expect(texts.filter((path) => /alarm/i.test(said(path)))).toEqual([])
})

it('says that it does not replace direct observation: below each page, on the wall, at the login, in the agreement [AL-8]', () => {
  expect(m.common_observation_notice()).toContain('does not replace direct observation of residents')
  for (const path of ['web/app/footer.tsx', 'web/dashboard/wall-frame.tsx', 'web/sessions/login-frame.tsx'])
    expect(readFileSync(path, 'utf8'), path).toContain('{m.common_observation_notice()}')
  expect(m.app_agreement_care({ product: 'Eupnea' })).toContain('does not replace direct observation of residents')
  expect(readFileSync('web/app/user-agreement.tsx', 'utf8')).toContain('m.app_agreement_care')
})

/** Retired names, and what to call the thing now (docs/glossary.md). */
const retired: readonly (readonly [RegExp, string])[] = [
  // Wire names and screen words, capitalised or alone, aren't code names.
  [/\b(?!facility_(id|not_found|changed)\b)(\w+[Ff]acilit(y|ies)|facilit(y|ies)[A-Z_]\w*)/, 'clinic'],
  [/\baddClinic\b|\badd-clinic\.ts\b/, 'createClinic'],
  [/\baddPrivacyRequest\b/, 'createPrivacyRequest'],
  [/'(clinic|device|medical-group|note|resident|user)\.(add|edit)'/, 'create, update'],
]

it('calls each thing by the one word that it has in code', () => {
  const paths = ['contract', 'server', 'web', 'sensors', 'tests', 'tools'].flatMap((room) =>
    readdirSync(room, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/node_modules|[\\/]dist[\\/]|wording\.unit/.test(path)),
  )
  expect(paths.filter((path) => /facilit/.test(path))).toEqual([])
  const found = paths.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return retired.flatMap(([word, now]) => {
      const at = text.match(word)
      return at ? [`${path}: ${at[0]} is ${now}`] : []
    })
  })
  expect(found).toEqual([])
})
