import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a tool and passes its output through. @returns whether it succeeded */
export async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`)
  return succeeds(start(command, args, 'inherit', env))
}

/** Runs a tool in parallel with others: prints its output at the end, and only if it failed. */
export async function runBeside(command: string, args: readonly string[]): Promise<boolean> {
  const began = performance.now()
  const child = start(command, args, ['ignore', 'pipe', 'pipe'], process.stdout.isTTY ? { FORCE_COLOR: '1' } : {})
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const isGood = await succeeds(child)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${isGood ? '✓' : '✗'} ${command} ${args.join(' ')} (${seconds} s)\n`)
  if (!isGood) process.stdout.write(Buffer.concat(output))
  return isGood
}

function start(
  command: string,
  args: readonly string[],
  stdio: 'inherit' | ('ignore' | 'pipe')[],
  env: NodeJS.ProcessEnv,
) {
  // Windows needs a shell for the .cmd files of node_modules/.bin.
  const shell = process.platform === 'win32'
  return spawn(command, args, { stdio, shell, env: { ...process.env, ...env } })
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  try {
    const [code] = await once(child, 'close')
    return code === 0
  } catch (error) {
    process.stdout.write(`${(error as Error).message}\n`)
    return false
  }
}
