import type {
  DirectoryRightsAnswer,
  DirectoryVerdictAnswer,
  previewDirectory as declaration,
} from '@eupnea/contract/directory.ts'
import { judgeGroups } from '@eupnea/contract/rules/directory-rights.ts'
import { clinicNames } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOfEmail } from '../users/index.ts'
import { changesWaiting, type Rights } from './changes-waiting.ts'
import { selectPerson } from './people.sql.ts'
import { rulesInForce, verdictOf } from './settle-person.ts'

const mostListed = 200

/**
 * What the rules give somebody and why, by their groups or as somebody of the directory, and what they would change for
 * everybody now; changes nothing (SI-1).
 * @throws 404 for an address of nobody from the directory
 */
export const previewDirectory: Verb<typeof declaration> = async ({ ctx, input }) => {
  const person = input.email
    ? await ofPerson(ctx, input.email.trim().toLowerCase())
    : input.groups
      ? await ofGroups(ctx, input.groups)
      : null
  const changes = await changesWaiting(ctx)
  const listed = changes.slice(0, mostListed)
  const named = await namer(
    ctx,
    listed.flatMap(({ before, after }) => [before, after]),
  )
  return {
    person,
    changes: listed.map(({ user, before, after }) => ({
      ...{ user_id: user.id, name: user.name, email: user.email },
      before: named(before),
      after: named(after),
    })),
    total: changes.length,
  }
}

async function ofGroups(ctx: Ctx, groups: readonly string[]): Promise<DirectoryVerdictAnswer> {
  return verdictAnswer(ctx, groups, judgeGroups(await rulesInForce(ctx), groups))
}

async function ofPerson(ctx: Ctx, email: string): Promise<DirectoryVerdictAnswer> {
  const found = await userOfEmail(ctx, email)
  const person = found && (await selectPerson(ctx, found.id))
  if (!person) throw notFound('directory person')
  const verdict = verdictOf(await rulesInForce(ctx), person, found)
  return verdictAnswer(ctx, person.groups, verdict)
}

async function verdictAnswer(
  ctx: Ctx,
  groups: readonly string[],
  { rights, refusal, because }: ReturnType<typeof verdictOf>,
): Promise<DirectoryVerdictAnswer> {
  return {
    groups: [...groups],
    rights: (await namer(ctx, [rights]))(rights),
    refusal,
    because: because.map(({ id, group_name, user_type }) => ({ rule_id: id, group_name, user_type })),
  }
}

/** @returns what puts the names of facilities to rights */
async function namer(ctx: Ctx, all: readonly (Rights | null)[]) {
  const names = await clinicNames(
    ctx,
    all.flatMap((rights) => rights?.clinic_ids ?? []),
  )
  return (rights: Rights | null): DirectoryRightsAnswer =>
    rights && {
      user_type: rights.user_type as NonNullable<DirectoryRightsAnswer>['user_type'],
      is_admin_feature: rights.is_admin_feature,
      clinic_list: names.filter(({ id }) => rights.clinic_ids.includes(id)),
    }
}
