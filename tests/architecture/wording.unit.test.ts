import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'

/** What the product calls itself and its notifications, wherever a person may read it. */

const texts = ['contract', 'web', 'server', 'db/migrations'].flatMap((room) =>
  readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|html|json|svg|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|[\\/]dist[\\/]/.test(path)),
)

it('says notification or flag, and never the word for what rings [AL-8]', () => {
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((path) => /alarm/i.test(readFileSync(path, 'utf8')))).toEqual([])
})

it('says that it does not replace direct observation: below each page, on the wall, at the login, in the agreement [AL-8]', () => {
  expect(m.common_observation_notice()).toContain('does not replace direct observation of residents')
  for (const path of ['web/app/footer.tsx', 'web/dashboard/wall-page.tsx', 'web/sessions/login-frame.tsx'])
    expect(readFileSync(path, 'utf8'), path).toContain('{m.common_observation_notice()}')
  expect(readFileSync('web/app/user-agreement.tsx', 'utf8')).toContain('does not replace direct observation')
})
