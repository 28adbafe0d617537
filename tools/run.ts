import { spawn } from 'node:child_process'

/** Runs a tool of the workspace, its output passed through. @returns whether it succeeded */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`)
  return new Promise((resolve) => {
    // Windows needs a shell for the .cmd files of node_modules/.bin.
    const shell = process.platform === 'win32'
    const child = spawn(command, args, { stdio: 'inherit', shell, env: { ...process.env, ...env } })
    child.on('error', (error) => {
      process.stdout.write(`${error.message}\n`)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** Ends the process with 1 at the first step that fails. */
export async function stopAtFailure(steps: readonly (() => Promise<boolean>)[]): Promise<void> {
  for (const step of steps) if (!(await step())) process.exit(1)
}
