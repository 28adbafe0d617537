import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { unconfigured } from './spawn-portal.ts'

/** Exit code of the image's HEALTHCHECK for a portal with this environment; 0 is healthy. */
export async function checkHealth(env: Record<string, string>): Promise<number> {
  const settings = { ...process.env, ...unconfigured, HOST: '127.0.0.1', ...env }
  const child = spawn(process.execPath, ['server/check-health.ts'], { env: settings, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code
}
