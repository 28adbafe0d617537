import { createDemo } from './demo/index.ts'
import type { Config } from './platform/config.ts'
import type { Ctx } from './platform/context.ts'
import { createFirstSuperadmin, type Sessions } from './sessions/index.ts'

/** On an empty database, creates the first Superadmin and, unless disabled, the demonstration clinic. */
export async function firstStart(ctx: Ctx, config: Config, sessions: Sessions): Promise<string[]> {
  const admin = await createFirstSuperadmin(ctx, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD })
  if (!admin) return []
  const lines = [`First Superadmin: ${admin.email}${admin.isGenerated ? `  password: ${admin.password}` : ''}`]
  if (!config.demo) return lines
  const { email, password, member } = await createDemo(ctx, sessions, config.DEMO_DAYS)
  lines.push(`Demonstration facility: ${email}  password: ${password}`)
  if (member) lines.push(`Demonstration member: ${member.email}  password: ${member.password}`)
  return lines
}
