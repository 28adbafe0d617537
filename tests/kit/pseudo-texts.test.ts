import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { compileTexts } from '../../texts/compile.ts'
import { outsideCatalogue } from '../../texts/pseudo.ts'

/** Evaluates `m.…` of the catalogue in a process with these import conditions. */
async function said(expression: string, ...conditions: string[]): Promise<string> {
  const code = `import { m } from '@eupnea/texts'; process.stdout.write(String(${expression}))`
  const args = [...conditions, '--input-type=module', '--eval', code]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

it('has a language for tests that shows which texts are not from the catalogue, and that nobody else gets', async () => {
  await compileTexts(true)
  const text = `m.note_edited({ person: m.note_label(), time: 'now' })`
  expect(await said(text, '--conditions=pseudo')).toBe('⟦edited by ⟦Note⟧, now⟧')
  expect(await said(text)).toBe('edited by Note, now')
})

it('leaves what is not from the catalogue', () => {
  expect(outsideCatalogue('⟦edited by ⟦Note⟧, now⟧ · Ada ⟦Save⟧')).toBe(' · Ada ')
})
