import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Whoever types a command finds out how to write it, not where it failed. */

const commands = globSync('{sensors,tools}/*.ts').filter(
  (path) => !path.includes('read-options') && readFileSync(path, 'utf8').includes('readOptions('),
)

it('no benchmark leaves out to read its words', () => {
  const leavesOut = (path: string) => !readFileSync(path, 'utf8').includes('readOptions(')
  expect(globSync('bench/*.ts').filter(leavesOut)).toEqual([])
})

it('a command says how to write it, when asked and when it is mistyped', async () => {
  expect(commands.length).toBeGreaterThan(5)
  const run = (path: string, option: string) => promisify(execFile)(process.execPath, [path, option])
  for (const path of commands) {
    const { stdout } = await run(path, '--help')
    expect(stdout, path).toMatch(/^(npm run|npx node sensors)/)
    await expect(run(path, '--nonsense'), path).rejects.toMatchObject({
      code: 2,
      stderr: `Unknown option '--nonsense'\n${stdout}`,
    })
  }
}, 60_000)

it('a simulated node that finds no portal says so, and not where it failed', async () => {
  const run = promisify(execFile)(process.execPath, ['sensors/esphome-node.ts', '--url', 'mqtt://127.0.0.1:1'])
  await expect(run).rejects.toMatchObject({ code: 1, stderr: 'esphome node: connect ECONNREFUSED 127.0.0.1:1\n' })
})
